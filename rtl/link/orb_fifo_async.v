// FIFO between two clocks: its pointers cross in Gray code.
// SPDX-License-Identifier: Apache-2.0
//
// Both resets have to be active together, for four cycles of the slower clock at least.
`resetall
`default_nettype none

module orb_fifo_async #(
    parameter WIDTH = 8,  // bits of a word
    parameter BITS  = 4   // log2 of its words, 3 or more
) (
    input  wire             s_clk,
    input  wire             s_rst,
    input  wire [WIDTH-1:0] s_tdata,
    input  wire             s_tvalid,
    output wire             s_tready,
    output wire             s_few,     // there is room for less than four words
    input  wire             m_clk,
    input  wire             m_rst,
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

    // ---- writing ----------------------------------------------------------------------------------------------------
    reg [BITS:0] tail, tail_gray;
    (* keep *) reg [BITS:0] head_meta, head_seen;
    wire [BITS:0] used = tail - number(head_seen);
    wire [BITS:0] tail_next = tail + {{BITS{1'b0}}, s_tvalid & s_tready};

    assign s_tready = !used[BITS];
    assign s_few    = used[BITS] | (&used[BITS-1:2] & |used[1:0]);

    always @(posedge s_clk) begin
        if (s_tvalid & s_tready) mem[tail[BITS-1:0]] <= s_tdata;
        tail      <= tail_next;
        tail_gray <= gray(tail_next);
        {head_seen, head_meta} <= {head_meta, head_gray};
        if (s_rst) {tail, tail_gray, head_seen, head_meta} <= {4 * (BITS + 1) {1'b0}};
    end

    // ---- reading ----------------------------------------------------------------------------------------------------
    reg [BITS:0] head, head_gray;
    (* keep *) reg [BITS:0] tail_meta, tail_seen;
    wire [BITS:0] head_next = head + {{BITS{1'b0}}, m_tvalid & m_tready};

    assign m_tvalid = (head_gray != tail_seen);
    assign m_tdata  = mem[head[BITS-1:0]];

    always @(posedge m_clk) begin
        head      <= head_next;
        head_gray <= gray(head_next);
        {tail_seen, tail_meta} <= {tail_meta, tail_gray};
        if (m_rst) {head, head_gray, tail_seen, tail_meta} <= {4 * (BITS + 1) {1'b0}};
    end

endmodule
`resetall
