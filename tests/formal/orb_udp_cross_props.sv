// orb_udp_cross takes no word of the link for which the FIFO to the core has no room.
// SPDX-License-Identifier: Apache-2.0
//
// The clocks are free: each step of the proof may have an edge of either, of both or of none.
`default_nettype none

module orb_udp_cross_props (
    input wire         clk,
    input wire         udp_clk,
    input wire [143:0] from,
    input wire         from_tlast,
    input wire         from_tvalid,
    input wire         m_tready
);

    wire from_tready, m_tvalid, m_tlast, unused_s, unused_to;
    wire [143:0] m;
    wire [133:0] to;
    wire [3:0] m_last_byte;
    wire [31:0] udp_ip;
    reg rst = 1'b1;
    always @(posedge clk) rst <= 1'b0;

    orb_udp_cross dut (
        .clk(clk), .rst(rst), .udp_clk(udp_clk), .own_ip(32'd0), .steady(1'b0), .udp_ip(udp_ip),
        .s_mac(48'd0), .s_ip(32'd0), .s_port(16'd0), .s_tdata(32'd0), .s_tvalid(1'b0),
        .s_tready(unused_s), .s_tlast(1'b0), .s_last_byte(4'd1), .s_error(1'b0),
        .to_mac(to[133:86]), .to_ip(to[85:54]), .to_port(to[53:38]), .to_tdata(to[37:6]), .to_tvalid(unused_to),
        .to_tready(1'b0), .to_tlast(to[5]), .to_last_byte(to[4:1]), .to_error(to[0]),
        .from_mac(from[143:96]), .from_ip(from[95:64]), .from_port(from[63:48]), .from_length(from[47:32]),
        .from_tdata(from[31:0]), .from_tvalid(from_tvalid), .from_tready(from_tready), .from_tlast(from_tlast),
        .m_mac(m[143:96]), .m_ip(m[95:64]), .m_port(m[63:48]), .m_length(m[47:32]), .m_tdata(m[31:0]),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tlast(m_tlast), .m_last_byte(m_last_byte)
    );

    (* hierconn *) wire \dut.out_ready ;
    wire [15:0] rest = m[47:32] - 1;
    always @(*) begin
        if (from_tvalid & from_tready & !rst) assert (\dut.out_ready );
        // the last byte is that of the length
        assert (m_last_byte == 4'b0001 << rest[1:0]);
    end

endmodule
