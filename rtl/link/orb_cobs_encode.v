// Encodes frames: takes the bytes of their bodies and gives those of the frames, which are COBS followed by a 0.
// SPDX-License-Identifier: Apache-2.0
//
// A byte passes a port in each cycle in which tvalid and tready are 1. The code before a block is the length of the
// block, so the encoder holds a block in a ring until it has ended, while earlier blocks leave. A byte is registered
// before it is stored, because the address depends on whether the byte is 0, and so is tready, because the logic of the
// source that depends on it is deep.
`resetall
`default_nettype none

module orb_cobs_encode (
    input  wire       clk,
    input  wire       rst,
    input  wire [7:0] s_tdata,
    input  wire       s_tvalid,
    output wire       s_tready,
    input  wire       s_tlast,   // last byte of a body
    output wire       idle,      // all bytes of all frames have left
    output wire [7:0] m_tdata,
    output wire       m_tvalid,
    input  wire       m_tready
);

    localparam BITS = 9;  // log2 of the bytes of the ring, which holds two of the longest blocks
    localparam [2:0] BLOCK = 3'd0, FULL = 3'd1, LAST = 3'd2, DELIMITER = 3'd3, OPEN = 3'd4;

    reg [2:0] state;
    reg [BITS:0] at, slot;  // addresses of the next byte, and of the code of the current block
    reg [7:0] code;         // code of the current block so far
    wire [BITS:0] head;
    wire [2:0] after = at[BITS-1-:3] + 3'd1;
    wire empty;
    wire unused = &{1'b0, head};
    reg room;  // the eighth of the ring after that of `at` was free a cycle ago; a byte adds three bytes at most
    wire [7:0] next;        // the byte that is stored next
    wire next_valid, next_last;
    wire zero = (next == 8'd0);
    wire take = next_valid & (state == BLOCK) & room;
    wire ends = (state == FULL) | (state == LAST) | (take & zero);  // the block ends, so its code is written
    wire write = take | ((state != BLOCK) & (state != OPEN));

    assign idle = (state == BLOCK) & empty & (code == 8'd1) & !next_valid;  // the slice holds no other byte then

    orb_slice #(
        .WIDTH(9)
    ) slice (
        .clk    (clk),
        .rst    (rst),
        .s_valid(s_tvalid),
        .s_ready(s_tready),
        .s_data ({s_tlast, s_tdata}),
        .m_valid(next_valid),
        .m_ready(take),
        .m_data ({next_last, next})
    );

    orb_byte_ring #(
        .BITS(BITS)
    ) ring (
        .clk     (clk),
        .rst     (rst),
        .we      (write),
        .waddr   (ends ? slot[BITS-1:0] : at[BITS-1:0]),
        .wdata   ((state == DELIMITER) ? 8'd0 : ends ? code : next),
        .tail    (slot),
        .head    (head),
        .empty   (empty),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready)
    );

    always @(posedge clk) begin
        room <= (after != head[BITS-1-:3]);
        if (take | (state == FULL) | (state == DELIMITER) | (state == OPEN)) at <= at + 1'b1;
        if (ends | (state == OPEN)) slot <= at;
        if (ends) code <= 8'd1;
        else if (take) code <= code + 8'd1;
        case (state)
            BLOCK:
            if (take & next_last) state <= LAST;
            else if (take & !zero & (code == 8'd254)) state <= FULL;
            LAST:      state <= DELIMITER;
            DELIMITER: state <= OPEN;
            default:   state <= BLOCK;
        endcase
        if (rst) begin
            state <= BLOCK;
            room  <= 1'b0;
            at    <= {{BITS{1'b0}}, 1'b1};
            slot  <= {BITS + 1{1'b0}};
            code  <= 8'd1;
        end
    end

endmodule
`resetall
