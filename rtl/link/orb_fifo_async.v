// FIFO between two clocks, whose pointers cross in Gray code.
// SPDX-License-Identifier: Apache-2.0
//
// A word passes a port in each cycle in which tvalid and tready are 1. A new word is seen on the other side after two
// edges of that side's clock, and so is the room that a word leaves.
//
// A reset empties both sides at once, even while one clock or both are stopped. Each side leaves the reset at the
// second edge of its own clock. Until then it neither takes nor offers a word, so it never uses a pointer of the other
// side from before the reset.
`resetall
`default_nettype none

module orb_fifo_async #(
    parameter WIDTH = 8,  // bits of a word
    parameter BITS  = 4   // log2 of the number of words, 3 or more
) (
    input  wire             arst,      // asynchronous to both clocks, from a register
    input  wire             s_clk,
    input  wire [WIDTH-1:0] s_tdata,
    input  wire             s_tvalid,
    output wire             s_tready,
    output wire             s_few,     // there is room for fewer than four words
    input  wire             m_clk,
    output wire [WIDTH-1:0] m_tdata,
    output wire             m_tvalid,
    input  wire             m_tready
);

    function [BITS:0] gray;
        input [BITS:0] number;
        gray = number ^ (number >> 1);
    endfunction

    function [BITS:0] number;
        input [BITS:0] code;
        integer i;
        begin
            number = code;
            for (i = 1; i <= BITS; i = i + 1) number = number ^ (code >> i);
        end
    endfunction

    reg [WIDTH-1:0] mem[0:(1<<BITS)-1];
    reg [BITS:0] tail, tail_gray;  // address of the next word that is written
    reg [BITS:0] head, head_gray;  // address of the next word that is read
    wire [BITS:0] head_seen, tail_seen;
    wire s_rst, m_rst;

    // The pointers are valid before the first edge of either clock.
    initial {tail, tail_gray, head, head_gray} = {4 * (BITS + 1) {1'b0}};

    // ---- writing ----------------------------------------------------------------------------------------------------
    wire [BITS:0] used = tail - number(head_seen);
    wire [BITS:0] tail_next = tail + {{BITS{1'b0}}, s_tvalid & s_tready};

    assign s_tready = !used[BITS] & !s_rst;
    assign s_few    = used[BITS] | (&used[BITS-1:2] & |used[1:0]) | s_rst;

    orb_reset s_reset (
        .clk (s_clk),
        .arst(arst),
        .rst (s_rst)
    );

    orb_sync #(
        .WIDTH(BITS + 1)
    ) s_head (
        .clk(s_clk),
        .d  (head_gray),
        .q  (head_seen)
    );

    always @(posedge s_clk) if (s_tvalid & s_tready) mem[tail[BITS-1:0]] <= s_tdata;

    always @(posedge s_clk or posedge s_rst)
        if (s_rst) {tail, tail_gray} <= {2 * (BITS + 1) {1'b0}};
        else {tail, tail_gray} <= {tail_next, gray(tail_next)};

    // ---- reading ----------------------------------------------------------------------------------------------------
    wire [BITS:0] head_next = head + {{BITS{1'b0}}, m_tvalid & m_tready};

    assign m_tvalid = (head_gray != tail_seen) & !m_rst;
    assign m_tdata  = mem[head[BITS-1:0]];

    orb_reset m_reset (
        .clk (m_clk),
        .arst(arst),
        .rst (m_rst)
    );

    orb_sync #(
        .WIDTH(BITS + 1)
    ) m_tail (
        .clk(m_clk),
        .d  (tail_gray),
        .q  (tail_seen)
    );

    always @(posedge m_clk or posedge m_rst)
        if (m_rst) {head, head_gray} <= {2 * (BITS + 1) {1'b0}};
        else {head, head_gray} <= {head_next, gray(head_next)};

endmodule
`resetall
