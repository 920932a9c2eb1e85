`resetall
// Carries datagrams between the clock of a UDP core and that of the link.
// SPDX-License-Identifier: Apache-2.0
//
// A word of 32 bits crosses with all that goes with its datagram. So the core may have any clock in which 32 bits are
// more than the wire carries, from 32 MHz on.
`resetall
`default_nettype none

module orb_udp_cross (
    input  wire        clk,
    input  wire        rst,             // from a register
    input  wire        udp_clk,
    input  wire [31:0] own_ip,          // of the device
    input  wire        steady,          // see orb_udp
    output reg  [31:0] udp_ip,          // the same in the clock of the core
    // datagrams from the core, in its clock
    input  wire [47:0] s_mac,
    input  wire [31:0] s_ip,
    input  wire [15:0] s_port,
    input  wire [31:0] s_tdata,
    input  wire        s_tvalid,
    output wire        s_tready,
    input  wire        s_tlast,
    input  wire [ 3:0] s_last_byte,
    input  wire        s_error,
    // the same in the clock of the link
    output wire [47:0] to_mac,
    output wire [31:0] to_ip,
    output wire [15:0] to_port,
    output wire [31:0] to_tdata,
    output wire        to_tvalid,
    input  wire        to_tready,
    output wire        to_tlast,
    output wire [ 3:0] to_last_byte,
    output wire        to_error,
    // datagrams of the link, in its clock
    input  wire [47:0] from_mac,
    input  wire [31:0] from_ip,
    input  wire [15:0] from_port,
    input  wire [15:0] from_length,
    input  wire [31:0] from_tdata,
    input  wire        from_tvalid,
    output wire        from_tready,
    input  wire        from_tlast,
    // the same in the clock of the core
    output wire [47:0] m_mac,
    output wire [31:0] m_ip,
    output wire [15:0] m_port,
    output wire [15:0] m_length,
    output wire [31:0] m_tdata,
    output wire        m_tvalid,
    input  wire        m_tready,
    output wire        m_tlast,
    output wire [ 3:0] m_last_byte
);

    wire in_few, out_few, out_ready;
    wire unused = &{1'b0, in_few, out_ready};

    // own_ip is loaded only while it cannot change.
    wire steady_seen;
    orb_sync sync (
        .clk(udp_clk),
        .d  (steady),
        .q  (steady_seen)
    );
    always @(posedge udp_clk) if (steady_seen) udp_ip <= own_ip;

    orb_fifo_async #(
        .WIDTH(134)
    ) in (
        .arst(rst), .s_clk(udp_clk), .s_tdata({s_mac, s_ip, s_port, s_tdata, s_tlast, s_last_byte, s_error}),
        .s_tvalid(s_tvalid), .s_tready(s_tready), .s_few(in_few), .m_clk(clk),
        .m_tdata({to_mac, to_ip, to_port, to_tdata, to_tlast, to_last_byte, to_error}), .m_tvalid(to_tvalid),
        .m_tready(to_tready)
    );

    // There was room for four words or more a cycle before; one may have been taken since. It has none in a reset.
    reg room;
    assign from_tready = room;
    always @(posedge clk) room <= !out_few;

    orb_fifo_async #(
        .WIDTH(145)
    ) out (
        .arst(rst), .s_clk(clk), .s_tdata({from_mac, from_ip, from_port, from_length, from_tdata, from_tlast}),
        .s_tvalid(from_tvalid & room), .s_tready(out_ready), .s_few(out_few), .m_clk(udp_clk),
        .m_tdata({m_mac, m_ip, m_port, m_length, m_tdata, m_tlast}), .m_tvalid(m_tvalid), .m_tready(m_tready)
    );

    // the last byte, as one bit
    assign m_last_byte = (m_length[1:0] == 2'd0) ? 4'b1000 : 4'b0001 << (m_length[1:0] - 2'd1);

endmodule
`resetall
