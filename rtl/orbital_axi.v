// The orbital core with the ports of a system on a chip: registered streams of whole packets, and an interrupt.
// SPDX-License-Identifier: Apache-2.0
//
// docs/integration.md describes the ports. They stay legal AXI4 whatever the program does, an abort included.
`resetall
`default_nettype none

module orbital_axi #(
    parameter integer STREAM_BITS = 32,  // bits of a word on the streams, whole bytes, at least W and CW
    `include "orb_params.vh"
) (
    input  wire                            clk,
    input  wire                            rst,            // synchronous, active high
    output wire                            irq,            // level: an enabled event is pending
    output wire                            busy,           // a program runs
    // registers
    input  wire [                    11:0] s_axil_awaddr,
    input  wire                            s_axil_awvalid,
    output wire                            s_axil_awready,
    input  wire [                    31:0] s_axil_wdata,
    input  wire [                     3:0] s_axil_wstrb,
    input  wire                            s_axil_wvalid,
    output wire                            s_axil_wready,
    output wire [                     1:0] s_axil_bresp,
    output wire                            s_axil_bvalid,
    input  wire                            s_axil_bready,
    input  wire [                    11:0] s_axil_araddr,
    input  wire                            s_axil_arvalid,
    output wire                            s_axil_arready,
    output wire [                    31:0] s_axil_rdata,
    output wire [                     1:0] s_axil_rresp,
    output wire                            s_axil_rvalid,
    input  wire                            s_axil_rready,
    // cubes and coefficients in
    input  wire [IO_WORDS*STREAM_BITS-1:0] s_axis_tdata,
    input  wire                            s_axis_tvalid,
    output wire                            s_axis_tready,
    input  wire                            s_axis_tlast,   // ignored unless PACKETS.check is set
    // cubes out
    output wire [IO_WORDS*STREAM_BITS-1:0] m_axis_tdata,
    output wire                            m_axis_tvalid,
    input  wire                            m_axis_tready,
    output wire                            m_axis_tlast,   // last beat of a cube
    output wire                            m_axis_tuser    // with tlast: the program stopped within this cube
);

    generate
        if (STREAM_BITS % 8 != 0 || STREAM_BITS < W || STREAM_BITS < CW) begin : g_stream_bits
            orbital_axi_STREAM_BITS_must_be_whole_bytes_and_at_least_W_and_CW illegal ();
        end
    endgenerate

    // Inside, a word has only the bits that the core takes or gives.
    wire [ IO_WORDS*IN_BITS-1:0] s_words, in_tdata;
    wire [IO_WORDS*OUT_BITS-1:0] m_words, out_tdata;
    genvar n;
    generate
        for (n = 0; n < IO_WORDS; n = n + 1) begin : g_word
            assign s_words[n*IN_BITS+:IN_BITS] = s_axis_tdata[n*STREAM_BITS+:IN_BITS];
            /* verilator lint_off WIDTH */  // sign extension
            assign m_axis_tdata[n*STREAM_BITS+:STREAM_BITS] = $signed(m_words[n*OUT_BITS+:OUT_BITS]);
            /* verilator lint_on WIDTH */
        end
    endgenerate
    wire unused = &{1'b0, s_axis_tdata};  // the upper bits of its words

    wire halt, check, last, in_tvalid, in_tready, out_tvalid, out_tready, out_tlast;
    wire [3:0] error;
    wire [1:0] fault, bresp, rresp;
    wire [31:0] rdata;

    orb_packet_in #(
        .WIDTH(IO_WORDS * IN_BITS)
    ) packet_in (
        .clk      (clk),
        .rst      (rst),
        .halt     (halt),
        .check    (check),
        .s_tdata  (s_words),
        .s_tvalid (s_axis_tvalid),
        .s_tready (s_axis_tready),
        .s_tlast  (s_axis_tlast),
        .m_tdata  (in_tdata),
        .m_tvalid (in_tvalid),
        .m_tready (in_tready),
        .last     (last),
        .too_short(fault[0]),
        .too_long (fault[1])
    );

    orbital_core #(
        `include "orb_pass.vh"
    ) core (
        .clk           (clk),
        .rst           (rst),
        .busy          (busy),
        .halt          (halt),
        .error         (error),
        .fault         (fault),
        .s_axil_awaddr (s_axil_awaddr),
        .s_axil_awvalid(s_axil_awvalid),
        .s_axil_awready(s_axil_awready),
        .s_axil_wdata  (s_axil_wdata),
        .s_axil_wstrb  (s_axil_wstrb),
        .s_axil_wvalid (s_axil_wvalid),
        .s_axil_wready (s_axil_wready),
        .s_axil_bresp  (bresp),
        .s_axil_bvalid (s_axil_bvalid),
        .s_axil_bready (s_axil_bready),
        .s_axil_araddr (s_axil_araddr),
        .s_axil_arvalid(s_axil_arvalid),
        .s_axil_arready(s_axil_arready),
        .s_axil_rdata  (rdata),
        .s_axil_rresp  (rresp),
        .s_axil_rvalid (s_axil_rvalid),
        .s_axil_rready (s_axil_rready),
        .s_axis_tdata  (in_tdata),
        .s_axis_tvalid (in_tvalid),
        .s_axis_tready (in_tready),
        .s_axis_last   (last),
        .m_axis_tdata  (out_tdata),
        .m_axis_tvalid (out_tvalid),
        .m_axis_tready (out_tready),
        .m_axis_tlast  (out_tlast)
    );

    orb_axi_regs regs (
        .clk       (clk),
        .rst       (rst),
        .awaddr    (s_axil_awaddr),
        .wdata     (s_axil_wdata),
        .wstrb     (s_axil_wstrb),
        .write     (s_axil_wvalid & s_axil_wready),
        .araddr    (s_axil_araddr),
        .read      (s_axil_arvalid & s_axil_arready),
        .core_bresp(bresp),
        .core_rdata(rdata),
        .core_rresp(rresp),
        .bresp     (s_axil_bresp),
        .rdata     (s_axil_rdata),
        .rresp     (s_axil_rresp),
        .busy      (busy),
        .error     (error),
        .check     (check),
        .irq       (irq)
    );

    orb_packet_out #(
        .WIDTH(IO_WORDS * OUT_BITS)
    ) packet_out (
        .clk     (clk),
        .rst     (rst),
        .halt    (halt),
        .s_tdata (out_tdata),
        .s_tvalid(out_tvalid),
        .s_tready(out_tready),
        .s_tlast (out_tlast),
        .m_tdata (m_words),
        .m_tvalid(m_axis_tvalid),
        .m_tready(m_axis_tready),
        .m_tlast (m_axis_tlast),
        .m_tuser (m_axis_tuser)
    );

endmodule
`resetall
