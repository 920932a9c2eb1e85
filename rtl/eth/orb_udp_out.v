`resetall
// Gives bodies to a UDP core as datagrams, each when it is whole.
// SPDX-License-Identifier: Apache-2.0
//
// Bodies come from the link and from the session, byte by byte, in turns where both have one. The core needs the length
// of a datagram before its first word, so a body is written into a ring first, behind its destination and its length.
// The destination is that of the time when the body begins. A body that fits into no frame is dropped.
`resetall
`default_nettype none

module orb_udp_out #(
    parameter BITS = 10  // log2 of the words of the ring, of four bytes each
) (
    input  wire        clk,
    input  wire        rst,
    output wire        busy,       // a body has begun to come, and has not left as a datagram
    // bodies of the link
    input  wire [47:0] a_mac,      // their destination, which stays until the first byte is taken
    input  wire [31:0] a_ip,
    input  wire [15:0] a_port,
    input  wire [ 7:0] a_tdata,
    input  wire        a_tvalid,
    output wire        a_tready,
    input  wire        a_tlast,
    // bodies of the session
    input  wire [47:0] b_mac,
    input  wire [31:0] b_ip,
    input  wire [15:0] b_port,
    input  wire [ 7:0] b_tdata,
    input  wire        b_tvalid,
    output wire        b_tready,
    input  wire        b_tlast,
    // datagrams, the first byte in the lowest bits
    output reg  [47:0] m_mac,
    output reg  [31:0] m_ip,
    output reg  [15:0] m_port,
    output reg  [15:0] m_length,   // bytes
    output reg  [31:0] m_tdata,
    output wire        m_tvalid,
    input  wire        m_tready,
    output wire        m_tlast
);

    // ---- bytes to words, behind the destination; the length is written last -----------------------------------------
    localparam [2:0] MAC = 3'd0, REST = 3'd1, WHERE = 3'd2, BODY = 3'd3, LENGTH = 3'd4;
    localparam [BITS:0] BEFORE = 4;  // words before a body: MAC address, its rest, IP address, port and length
    localparam [10:0] MOST = 11'd1472;  // bytes of a body that fits into a frame

    reg [2:0] state;
    reg [BITS:0] at, tail, head;  // addresses of the next word, after the last body, and of the next word to read
    reg [10:0] length;            // bytes so far
    reg [15:0] to_port;
    reg [31:0] part;              // bytes of the word so far
    reg from_b;                   // the body, or the last one, is one of the session
    reg too_long;
    reg room;                     // there was room for four words a cycle ago
    wire [BITS:0] used = at - head;
    wire b_next = b_tvalid & (!a_tvalid | !from_b);
    wire [7:0] in_tdata = from_b ? b_tdata : a_tdata;
    wire in_tlast = from_b ? b_tlast : a_tlast;
    wire take = (a_tvalid & a_tready) | (b_tvalid & b_tready);
    wire whole = (&length[1:0]) | in_tlast;
    wire [31:0] word = part | ({24'd0, in_tdata} << {length[1:0], 3'd0});

    // Ready signals come from registers, because those who send the bodies have much logic behind them.
    wire open = (state == WHERE) | ((state == BODY) & !(take & in_tlast));  // the next cycle may take a byte
    reg a_open, b_open;
    assign {a_tready, b_tready} = {a_open, b_open};

    reg we;
    reg [BITS-1:0] waddr;
    reg [31:0] wdata;

    always @(posedge clk) begin
        room   <= (used < (1 << BITS) - 8);
        a_open <= !rst & open & room & !from_b;
        b_open <= !rst & open & room & from_b;
        we     <= 1'b0;
        case (state)
            MAC:
            if (a_tvalid | b_tvalid) begin
                from_b   <= b_next;
                wdata    <= b_next ? b_mac[31:0] : a_mac[31:0];
                waddr    <= tail[BITS-1:0];
                we       <= 1'b1;
                length   <= 11'd0;
                part     <= 32'd0;
                too_long <= 1'b0;
                state    <= REST;
            end
            REST: begin
                wdata <= {16'd0, from_b ? b_mac[47:32] : a_mac[47:32]};
                waddr <= waddr + 1'b1;
                we    <= 1'b1;
                state <= WHERE;
            end
            WHERE: begin
                wdata   <= from_b ? b_ip : a_ip;
                to_port <= from_b ? b_port : a_port;
                waddr   <= waddr + 1'b1;
                we      <= 1'b1;
                state   <= BODY;
            end
            BODY:
            if (take) begin
                length   <= length + 11'd1;
                too_long <= too_long | (length == MOST);
                part     <= (&length[1:0]) ? 32'd0 : word;
                wdata    <= word;
                waddr    <= at[BITS-1:0];
                we       <= whole & !too_long;
                if (whole & !too_long) at <= at + 1'b1;
                if (in_tlast) state <= LENGTH;
            end
            default: begin  // LENGTH
                wdata <= {to_port, 5'd0, length};
                waddr <= tail[BITS-1:0] + 3;
                we    <= !too_long;
                if (!too_long) tail <= at;
                at    <= (too_long ? tail : at) + BEFORE;
                state <= MAC;
            end
        endcase
        if (rst) begin
            state  <= MAC;
            tail   <= {BITS + 1{1'b0}};
            at     <= BEFORE;
            from_b <= 1'b0;
            we     <= 1'b0;
        end
    end

    // ---- words to datagrams -----------------------------------------------------------------------------------------
    localparam [2:0] R_MAC = 3'd0, R_REST = 3'd1, R_WHERE = 3'd2, R_LENGTH = 3'd3, R_BODY = 3'd4;
    reg [2:0] reads;              // what the next word is
    reg [BITS:0] tail_q;          // the tail when all words before it are in the memory
    reg re, coming, held;         // a word is read; it is there and has not been taken; a word is offered
    reg [13:0] left;              // words of the datagram that have not been offered
    wire [31:0] read;
    wire [15:0] words = read[15:0] + 16'd3;  // times four
    wire unused = &{1'b0, words[1:0]};
    wire give = m_tvalid & m_tready;
    wire load = coming & ((reads != R_BODY) | !held | give);

    assign busy = (state != MAC) | (head != tail) | re | coming | held;
    assign m_tvalid = held;
    assign m_tlast = (left == 14'd0);

    orb_ram_sdp #(
        .WIDTH  (32),
        .DEPTH  (1 << BITS),
        .LATENCY(1)
    ) ram (
        .clk  (clk),
        .we   (we),
        .waddr(waddr),
        .wdata(wdata),
        .re   (re),
        .raddr(head[BITS-1:0]),
        .rdata(read)
    );

    // the next datagram must not change what goes with this one
    wire may_load = load & !((reads == R_MAC) & held & !give);

    always @(posedge clk) begin
        tail_q <= tail;
        re     <= (head != tail_q) & !re & (!coming | may_load);
        coming <= re | (coming & !may_load);
        if (re) head <= head + 1'b1;
        if (give) held <= 1'b0;
        if (may_load)
            case (reads)
                R_MAC: begin
                    m_mac[31:0] <= read;
                    reads       <= R_REST;
                end
                R_REST: begin
                    m_mac[47:32] <= read[15:0];
                    reads        <= R_WHERE;
                end
                R_WHERE: begin
                    m_ip  <= read;
                    reads <= R_LENGTH;
                end
                R_LENGTH: begin
                    m_port   <= read[31:16];
                    m_length <= read[15:0];
                    left     <= words[15:2];
                    reads    <= R_BODY;
                end
                default: begin
                    m_tdata <= read;
                    held    <= 1'b1;
                    left    <= left - 14'd1;
                    if (left == 14'd1) reads <= R_MAC;
                end
            endcase
        if (rst) begin
            reads  <= R_MAC;
            head   <= {BITS + 1{1'b0}};
            tail_q <= {BITS + 1{1'b0}};
            re     <= 1'b0;
            coming <= 1'b0;
            held   <= 1'b0;
        end
    end

endmodule
`resetall
