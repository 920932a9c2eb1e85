// The input port of the core: registered, and able to compare the packets with the loads.
// SPDX-License-Identifier: Apache-2.0
//
// When the core halts, all beats that it has not taken are dropped. With `check`, that includes the beats still to come
// of a packet that has begun, so the next program starts with a whole packet. Besides, the last beat of each load must
// then be the last beat of a packet, and no other beat may be: a difference stops the stream until the core halts.
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
    reg open;      // a packet has begun and not ended at the source
    reg dropping;  // ... and the core halted within it
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
