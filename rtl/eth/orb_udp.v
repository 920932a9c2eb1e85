`resetall
// The port between a UDP core of liteeth and the link: datagrams of the host that is served in, answers out.
// SPDX-License-Identifier: Apache-2.0
//
// docs/ethernet.md describes the protocol. All is in the clock of the link; orb_udp_cross carries it to that of the
// core.
`resetall
`default_nettype none

module orb_udp #(
    parameter IN_BITS  = 12,  // log2 of the words of the FIFO of requests: it holds as many bytes as the link's ring
    parameter OUT_BITS = 10,  // log2 of the words of the ring of answers
    parameter LEASE    = 16,  // log2 of the ticks without a datagram after which another host may take the place
    parameter REST     = 10   // log2 of the cycles without a datagram after which those before have left the UDP core
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        tick,
    input  wire [47:0] own_mac,
    input  wire [31:0] ip,           // that the device has to have,
    output reg  [31:0] own_ip,       // and that it has: so much later that what was sent before has left
    output reg         steady,       // own_ip has not just changed, and does not change in the next 2^REST cycles
    // datagrams from the UDP core
    input  wire [47:0] s_mac,
    input  wire [31:0] s_ip,
    input  wire [15:0] s_port,
    input  wire [31:0] s_tdata,
    input  wire        s_tvalid,
    output wire        s_tready,
    input  wire        s_tlast,
    input  wire [ 3:0] s_last_byte,
    input  wire        s_error,
    // datagrams to it
    output wire [47:0] m_mac,
    output wire [31:0] m_ip,
    output wire [15:0] m_port,
    output wire [15:0] m_length,
    output wire [31:0] m_tdata,
    output wire        m_tvalid,
    input  wire        m_tready,
    output wire        m_tlast,
    // bytes and ends of bodies to the link, and bytes from it
    output wire [ 7:0] m_byte_tdata,
    output wire        m_byte_tvalid,
    output wire        m_byte_tend,
    input  wire        m_byte_tready,
    input  wire [ 7:0] s_byte_tdata,
    input  wire        s_byte_tvalid,
    output wire        s_byte_tready,
    input  wire        s_byte_tlast
);

    wire ask, accept, n_tvalid, n_tready, n_tlast;
    wire [47:0] mac, host_mac, n_mac;
    wire [31:0] from_ip, host_ip, n_ip, number;
    wire [15:0] port, host_port, n_port;
    wire [7:0] sequence_number, operation, n_tdata;
    wire sends;

    // The host asks for the new address as soon as it has the answer, and perhaps not again for a second.
    reg [REST:0] rested;
    always @(posedge clk) begin
        rested <= (sends | (ip == own_ip)) ? {REST + 1{1'b0}} : rested + 1'b1;
        steady <= !rst & (ip == own_ip);
        if (rst | rested[REST]) own_ip <= ip;
    end

    orb_udp_in #(
        .BITS(IN_BITS)
    ) in (
        .clk(clk), .rst(rst), .s_mac(s_mac), .mac(mac), .s_ip(s_ip), .s_port(s_port), .s_tdata(s_tdata),
        .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tlast(s_tlast), .s_last_byte(s_last_byte), .s_error(s_error),
        .ask(ask), .ip(from_ip), .port(port), .sequence_number(sequence_number), .operation(operation), .number(number),
        .accept(accept), .m_tdata(m_byte_tdata), .m_tvalid(m_byte_tvalid), .m_tend(m_byte_tend),
        .m_tready(m_byte_tready)
    );

    orb_udp_session #(
        .LEASE(LEASE)
    ) session (
        .clk(clk), .rst(rst), .tick(tick), .own_mac(own_mac), .mac(mac), .ask(ask), .ip(from_ip), .port(port),
        .sequence_number(sequence_number), .operation(operation), .number(number), .accept(accept),
        .host_mac(host_mac), .host_ip(host_ip), .host_port(host_port), .m_mac(n_mac), .m_ip(n_ip), .m_port(n_port),
        .m_tdata(n_tdata), .m_tvalid(n_tvalid), .m_tready(n_tready), .m_tlast(n_tlast)
    );

    orb_udp_out #(
        .BITS(OUT_BITS)
    ) out (
        .clk(clk), .rst(rst), .busy(sends), .a_mac(host_mac), .b_mac(n_mac), .m_mac(m_mac), .a_ip(host_ip),
        .a_port(host_port), .a_tdata(s_byte_tdata), .a_tvalid(s_byte_tvalid), .a_tready(s_byte_tready),
        .a_tlast(s_byte_tlast), .b_ip(n_ip), .b_port(n_port), .b_tdata(n_tdata), .b_tvalid(n_tvalid),
        .b_tready(n_tready), .b_tlast(n_tlast), .m_ip(m_ip), .m_port(m_port), .m_length(m_length), .m_tdata(m_tdata),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tlast(m_tlast)
    );

endmodule
`resetall
