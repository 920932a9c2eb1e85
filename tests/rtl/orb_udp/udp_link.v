// The link with its port for Ethernet, from the datagrams of a UDP core to the registers and streams of a core.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module udp_link #(
    parameter IN_BYTES  = 3,
    parameter OUT_BYTES = 3,
    parameter RING      = 14,
    parameter REPLAY    = 13,
    parameter STALL     = 8,
    parameter LEASE     = 8
) (
    input  wire                   clk,
    input  wire                   rst,
    output wire                   error,
    output wire [           31:0] ip,       // that it has
    output wire                   steady,   // it does not change soon
    // datagrams
    input  wire [           47:0] s_mac,
    input  wire [           31:0] s_ip,
    input  wire [           15:0] s_port,
    input  wire [           31:0] s_tdata,
    input  wire                   s_tvalid,
    output wire                   s_tready,
    input  wire                   s_tlast,
    input  wire [            3:0] s_last_byte,
    input  wire                   s_error,
    output wire [           47:0] m_mac,
    output wire [           31:0] m_ip,
    output wire [           15:0] m_port,
    output wire [           15:0] m_length,
    output wire [           31:0] m_tdata,
    output wire                   m_tvalid,
    input  wire                   m_tready,
    output wire                   m_tlast,
    // the core
    output wire [           11:0] m_axil_awaddr,
    output wire                   m_axil_awvalid,
    input  wire                   m_axil_awready,
    output wire [           31:0] m_axil_wdata,
    output wire                   m_axil_wvalid,
    input  wire                   m_axil_wready,
    input  wire [            1:0] m_axil_bresp,
    input  wire                   m_axil_bvalid,
    output wire                   m_axil_bready,
    output wire [           11:0] m_axil_araddr,
    output wire                   m_axil_arvalid,
    input  wire                   m_axil_arready,
    input  wire [           31:0] m_axil_rdata,
    input  wire [            1:0] m_axil_rresp,
    input  wire                   m_axil_rvalid,
    output wire                   m_axil_rready,
    output wire [ 8*IN_BYTES-1:0] m_axis_tdata,
    output wire                   m_axis_tvalid,
    input  wire                   m_axis_tready,
    input  wire [8*OUT_BYTES-1:0] s_axis_tdata,
    input  wire                   s_axis_tvalid,
    output wire                   s_axis_tready
);

    wire tick, in_tvalid, in_tready, in_tend, out_tvalid, out_tready, out_tlast;
    wire [7:0] in_tdata, out_tdata;
    wire [15:0] rate;
    wire [31:0] next_ip;
    wire unused = &{1'b0, rate};

    orb_udp #(
        .LEASE(LEASE)
    ) datagrams (
        .clk(clk), .rst(rst), .tick(tick), .own_mac(48'h024F52420001), .ip(next_ip), .own_ip(ip), .steady(steady),
        .s_mac(s_mac), .s_ip(s_ip), .s_port(s_port), .s_tdata(s_tdata), .s_tvalid(s_tvalid), .s_tready(s_tready),
        .s_tlast(s_tlast), .s_last_byte(s_last_byte), .s_error(s_error), .m_mac(m_mac), .m_ip(m_ip), .m_port(m_port),
        .m_length(m_length), .m_tdata(m_tdata), .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tlast(m_tlast),
        .m_byte_tdata(in_tdata), .m_byte_tvalid(in_tvalid), .m_byte_tend(in_tend), .m_byte_tready(in_tready),
        .s_byte_tdata(out_tdata), .s_byte_tvalid(out_tvalid), .s_byte_tready(out_tready), .s_byte_tlast(out_tlast)
    );

    orb_link #(
        .IN_BYTES(IN_BYTES), .OUT_BYTES(OUT_BYTES), .RING(RING), .REPLAY(REPLAY), .STALL(STALL), .PORT(4),
        .CLOCK_HZ(100000000), .IP(32'hC0A80132)
    ) link (
        .clk(clk), .rst(rst), .error(error), .tick(tick), .rate(rate), .brk(1'b0), .ip(next_ip),
        .s_byte_tdata(in_tdata), .s_byte_tvalid(in_tvalid), .s_byte_tready(in_tready), .s_byte_tend(in_tend),
        .s_byte_tgood(1'b1), .m_byte_tdata(out_tdata), .m_byte_tvalid(out_tvalid), .m_byte_tready(out_tready),
        .m_byte_tlast(out_tlast), .m_axil_awaddr(m_axil_awaddr), .m_axil_awvalid(m_axil_awvalid),
        .m_axil_awready(m_axil_awready), .m_axil_wdata(m_axil_wdata), .m_axil_wvalid(m_axil_wvalid),
        .m_axil_wready(m_axil_wready), .m_axil_bresp(m_axil_bresp), .m_axil_bvalid(m_axil_bvalid),
        .m_axil_bready(m_axil_bready), .m_axil_araddr(m_axil_araddr), .m_axil_arvalid(m_axil_arvalid),
        .m_axil_arready(m_axil_arready), .m_axil_rdata(m_axil_rdata), .m_axil_rresp(m_axil_rresp),
        .m_axil_rvalid(m_axil_rvalid), .m_axil_rready(m_axil_rready), .m_axis_tdata(m_axis_tdata),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .s_axis_tdata(s_axis_tdata),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready)
    );

endmodule
`resetall
