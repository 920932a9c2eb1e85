// The orbital core behind the byte link: the top of the array for boards.
// SPDX-License-Identifier: Apache-2.0
//
// Bytes come from a port and go to one: orb_uart, orb_ft245_async, orb_ft245_sync or orb_spi_slave; see docs/link.md.
// Or bodies come from orb_udp and go to it; see docs/ethernet.md.
`resetall
`default_nettype none

module orbital_link #(
    parameter integer RING     = 12,       // log2 of the receive ring's bytes, 9..14
    parameter integer REPLAY   = 10,       // log2 of the beats that can be read again, 8..14
    parameter integer STALL    = 14,       // log2 of the least number of cycles that the link waits for a beat, 8..23
    parameter integer PORT     = 0,        // port: 0 UART, 1 asynchronous FIFO, 2 synchronous FIFO, 3 SPI, 4 Ethernet
    parameter [31:0] IP        = 32'd0,    // first IP address, for Ethernet
    `include "orb_params.vh"
) (
    input  wire        clk,
    input  wire        rst,            // synchronous; memories keep what they hold
    output wire        busy,           // a program runs
    output wire        error,          // a frame was dropped; for one cycle
    output wire        tick,           // every 2^(STALL-2) cycles: for orb_uart, and lights
    // for orb_uart
    output wire [15:0] rate,           // baud * 2^16 / clock
    input  wire        brk,            // a break: forget a partial frame; back to the rate after a reset
    // for orb_udp
    output wire [31:0] ip,             // IP address
    input  wire        s_byte_tend,    // see orb_link
    input  wire        s_byte_tgood,
    output wire        m_byte_tlast,
    // bytes from the port
    input  wire [ 7:0] s_byte_tdata,
    input  wire        s_byte_tvalid,
    output wire        s_byte_tready,
    // bytes to the port
    output wire [ 7:0] m_byte_tdata,
    output wire        m_byte_tvalid,
    input  wire        m_byte_tready
);

    generate
        if (RING < 9 || RING > 14) begin : g_ring
            orbital_link_RING_must_be_9_to_14 illegal ();
        end
        if (REPLAY < 8 || REPLAY > 14) begin : g_replay
            orbital_link_REPLAY_must_be_8_to_14 illegal ();
        end
        if (STALL < 8 || STALL > 23) begin : g_stall
            orbital_link_STALL_must_be_8_to_23 illegal ();
        end
        if (PORT < 0 || PORT > 4) begin : g_port
            orbital_link_PORT_must_be_0_to_4 illegal ();
        end
    endgenerate

    wire [11:0] awaddr, araddr;
    wire [31:0] wdata, rdata;
    wire [1:0] bresp, rresp;
    wire awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
    wire [IO_WORDS*IN_BITS-1:0] in_tdata;
    wire [IO_WORDS*OUT_BITS-1:0] out_tdata;
    wire [IO_WORDS*OUT_BITS-1:0] core_tdata;
    wire in_tvalid, in_tready, core_tvalid, core_tready, out_tvalid, out_tready, last, halt, in_last;
    wire [3:0] core_error;
    wire unused = &{1'b0, last, in_last, core_error};

    orb_link #(
        .IN_BYTES(IO_WORDS * IN_BITS / 8), .OUT_BYTES(IO_WORDS * OUT_BITS / 8), .RING(RING), .REPLAY(REPLAY),
        .STALL(STALL), .MEM_LAT(MEM_LAT), .PORT(PORT), .CLOCK_HZ(CLOCK_HZ), .IP(IP)
    ) link (
        .clk(clk), .rst(rst), .error(error), .tick(tick), .rate(rate), .brk(brk), .ip(ip),
        .s_byte_tend(s_byte_tend), .s_byte_tgood(s_byte_tgood), .m_byte_tlast(m_byte_tlast),
        .s_byte_tdata(s_byte_tdata), .s_byte_tvalid(s_byte_tvalid), .s_byte_tready(s_byte_tready),
        .m_byte_tdata(m_byte_tdata), .m_byte_tvalid(m_byte_tvalid), .m_byte_tready(m_byte_tready),
        .m_axil_awaddr(awaddr), .m_axil_awvalid(awvalid), .m_axil_awready(awready), .m_axil_wdata(wdata),
        .m_axil_wvalid(wvalid), .m_axil_wready(wready), .m_axil_bresp(bresp), .m_axil_bvalid(bvalid),
        .m_axil_bready(bready), .m_axil_araddr(araddr), .m_axil_arvalid(arvalid), .m_axil_arready(arready),
        .m_axil_rdata(rdata), .m_axil_rresp(rresp), .m_axil_rvalid(rvalid), .m_axil_rready(rready),
        .m_axis_tdata(in_tdata), .m_axis_tvalid(in_tvalid), .m_axis_tready(in_tready), .s_axis_tdata(out_tdata),
        .s_axis_tvalid(out_tvalid), .s_axis_tready(out_tready)
    );

    orbital_core #(
        `include "orb_pass.vh"
    ) core (
        .clk(clk), .rst(rst), .busy(busy), .fault(2'b00), .error(core_error), .halt(halt), .s_axil_awaddr(awaddr),
        .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_wdata(wdata), .s_axil_wstrb(4'hF),
        .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_bresp(bresp), .s_axil_bvalid(bvalid),
        .s_axil_bready(bready), .s_axil_araddr(araddr), .s_axil_arvalid(arvalid), .s_axil_arready(arready),
        .s_axil_rdata(rdata), .s_axil_rresp(rresp), .s_axil_rvalid(rvalid), .s_axil_rready(rready),
        .s_axis_tdata(in_tdata), .s_axis_tvalid(in_tvalid), .s_axis_tready(in_tready), .s_axis_last(in_last),
        .m_axis_tdata(core_tdata), .m_axis_tvalid(core_tvalid), .m_axis_tready(core_tready), .m_axis_tlast(last)
    );

    // The core's last FIFO and the link each decide with an adder whether a beat passes. The slice separates them.
    // `halt` includes the reset.
    orb_slice #(
        .WIDTH(IO_WORDS * OUT_BITS)
    ) slice (
        .clk(clk), .rst(halt), .s_valid(core_tvalid), .s_ready(core_tready), .s_data(core_tdata), .m_valid(out_tvalid),
        .m_ready(out_tready), .m_data(out_tdata)
    );

endmodule
`resetall
