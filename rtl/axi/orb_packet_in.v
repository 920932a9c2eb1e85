// The input port of the core: registered, and able to compare the packets with the loads.
// SPDX-License-Identifier: Apache-2.0
//
// With `check`, the last beat of each load must be the last beat of a packet, and no other beat may be. A packet of
// another length stops the stream with a fault until the core halts. The rest of a packet that the core had begun is
// dropped then, so that the next program starts with a whole packet.
`resetall
`default_nettype none

module orb_packet_in #(
    parameter integer WIDTH = 32  // bits of a beat
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             halt,      // the core forgets its loads
    input  wire             check,     // s_tlast is compared; constant while a program runs
    input  wire [WIDTH-1:0] s_tdata,
    input  wire             s_tvalid,
    output wire             s_tready,
    input  wire             s_tlast,
    output wire [WIDTH-1:0] m_tdata,
    output wire             m_tvalid,
    input  wire             m_tready,
    input  wire             last,      // the beat that the core takes now is the last of a load
    output reg              too_short, // a packet ended before its load did, until halt
    output reg              too_long   // a load ended before its packet did, until halt
);

    wire valid, tlast;
    reg open;      // the packet's first beat has left the slice, its last has not
    reg dropping;  // the rest of the packet is not for the core
    wire fault = too_short | too_long;
    wire taken = m_tvalid & m_tready;
    wire leaves = taken | (valid & dropping);
    wire open_next = leaves ? !tlast : open;

    assign m_tvalid = valid & !dropping & !fault;

    always @(posedge clk) begin
        open      <= !rst & check & open_next;
        dropping  <= !rst & check & open_next & (dropping | halt);
        too_short <= !rst & !halt & (too_short | (check & taken & tlast & !last));
        too_long  <= !rst & !halt & (too_long | (check & taken & last & !tlast));
    end

    // Without packets nothing marks where the beats of the next program begin: those that wait are dropped with the loads.
    orb_slice #(
        .WIDTH(WIDTH + 1)
    ) slice (
        .clk    (clk),
        .rst    (rst | (halt & !check)),
        .s_valid(s_tvalid),
        .s_ready(s_tready),
        .s_data ({s_tlast, s_tdata}),
        .m_valid(valid),
        .m_ready((m_tready & !fault) | dropping),
        .m_data ({tlast, m_tdata})
    );

endmodule
`resetall
