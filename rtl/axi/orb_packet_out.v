// The output port of the core: registered, and every packet that has begun is completed.
// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Stream forbids that an offered beat is withdrawn. When the core halts in the middle of a packet, the beats that
// the sink has not taken yet stay, and one more beat ends the packet with m_tlast and m_tuser.
`resetall
`default_nettype none

module orb_packet_out #(
    parameter integer WIDTH = 32  // bits of a beat
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             halt,      // the core forgets the beats that it has not given yet
    input  wire [WIDTH-1:0] s_tdata,
    input  wire             s_tvalid,
    output wire             s_tready,
    input  wire             s_tlast,
    output wire [WIDTH-1:0] m_tdata,
    output wire             m_tvalid,
    input  wire             m_tready,
    output wire             m_tlast,
    output wire             m_tuser    // this beat ends a packet that is incomplete; its data is zero
);

    wire ready;
    reg open;     // a packet has begun and not ended
    reg closing;  // the beat that ends an incomplete packet is offered to the slice
    wire open_next = (s_tvalid & s_tready) ? !s_tlast : open;

    assign s_tready = ready & !closing;

    always @(posedge clk) begin
        if (rst) {open, closing} <= 2'b00;
        else if (closing) {open, closing} <= {2{!ready}};
        else {open, closing} <= {open_next, open_next & halt};
    end

    orb_slice #(
        .WIDTH(WIDTH + 2)
    ) slice (
        .clk    (clk),
        .rst    (rst),
        .s_valid(s_tvalid | closing),
        .s_ready(ready),
        .s_data ({closing, s_tlast | closing, s_tdata & {WIDTH{!closing}}}),
        .m_valid(m_tvalid),
        .m_ready(m_tready),
        .m_data ({m_tuser, m_tlast, m_tdata})
    );

endmodule
`resetall
