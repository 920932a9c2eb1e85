// Output port of orbital_axi: a register slice that completes every packet that has begun.
// SPDX-License-Identifier: Apache-2.0
//
// A beat passes a port in each cycle in which tvalid and tready are 1. The latency is one cycle.
//
// AXI4-Stream forbids a source to withdraw a beat that it has offered. When the core halts within a packet, the slice
// therefore keeps its beats until the sink takes them, and one more beat ends the packet with m_tlast and m_tuser.
`resetall
`default_nettype none

module orb_packet_out #(
    parameter integer WIDTH = 32  // bits of a beat
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             halt,      // the core stops its program and gives up the rest of the packet
    input  wire [WIDTH-1:0] s_tdata,
    input  wire             s_tvalid,
    output wire             s_tready,
    input  wire             s_tlast,
    output wire [WIDTH-1:0] m_tdata,
    output wire             m_tvalid,
    input  wire             m_tready,
    output wire             m_tlast,
    output wire             m_tuser    // this beat ends an incomplete packet; its data is zero
);

    wire ready;
    reg open;     // the core has given the first beat of a packet but not its last
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
