// Input port of orbital_axi: a register slice that drops the words of a stopped program and can check packet lengths.
// SPDX-License-Identifier: Apache-2.0
//
// A beat passes a port in each cycle in which tvalid and tready are 1. The latency is one cycle. When the core halts,
// the beats that it has not taken are dropped.
//
// With `check`, the last beat of each load must be the last beat of a packet, and no other beat may be. If they differ,
// too_short or too_long rises, and no beat passes until the core halts. The port then also drops the rest of a packet
// that has begun, so the next program starts with a whole packet.
`resetall
`default_nettype none

module orb_packet_in #(
    parameter integer WIDTH = 32  // bits of a beat
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             halt,      // the core stops its program and gives up its loads
    input  wire             check,     // compare s_tlast with the loads; constant while a program runs
    input  wire [WIDTH-1:0] s_tdata,
    input  wire             s_tvalid,
    output wire             s_tready,
    input  wire             s_tlast,
    output wire [WIDTH-1:0] m_tdata,
    output wire             m_tvalid,
    input  wire             m_tready,
    input  wire             last,      // the beat that the core takes in this cycle is the last one of a load
    output reg              too_short, // a packet ended before its load; stays until halt
    output reg              too_long   // a load ended before its packet; stays until halt
);

    wire valid, tlast;
    reg open;      // the source has sent the first beat of a packet but not its last
    reg dropping;  // the core halted within that packet, so the rest of it is dropped
    wire open_next = (s_tvalid & s_tready) ? !s_tlast : open;
    wire fault = too_short | too_long;
    wire taken = m_tvalid & m_tready;

    assign m_tvalid = valid & !fault;

    always @(posedge clk) begin
        open      <= !rst & check & open_next;
        dropping  <= !rst & check & open_next & (dropping | halt);
        too_short <= !rst & !halt & (too_short | (check & taken & tlast & !last));
        too_long  <= !rst & !halt & (too_long | (check & taken & last & !tlast));
    end

    orb_slice #(
        .WIDTH(WIDTH + 1)
    ) slice (
        .clk    (clk),
        .rst    (rst | halt),
        .s_valid(s_tvalid & !dropping),
        .s_ready(s_tready),
        .s_data ({s_tlast, s_tdata}),
        .m_valid(valid),
        .m_ready(m_tready & !fault),
        .m_data ({tlast, m_tdata})
    );

endmodule
`resetall
