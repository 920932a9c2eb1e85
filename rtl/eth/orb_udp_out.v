`resetall
// Gives bodies to a UDP core as datagrams, each when it is whole.
// SPDX-License-Identifier: Apache-2.0
//
// Bodies come from the link and from the session, byte by byte, and do not mix. The core needs the length of a datagram
// before its first word, so a body is written into a ring first, behind its destination and its length. A body of 2 KB
// or more, which fits into no frame, is dropped.
`resetall
`default_nettype none

module orb_udp_out #(
    parameter BITS = 10  // log2 of the words of the ring, of four bytes each
) (
    input  wire        clk,
    input  wire        rst,
    // bodies of the link
    input  wire [47:0] a_mac,      // their destination, which stays for some cycles after the last byte
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

    // ---- bytes to words; the destination and the length are written last --------------------------------------------
    localparam [2:0] BODY = 3'd0, MAC = 3'd1, REST = 3'd2, WHERE = 3'd3, LENGTH = 3'd4;
    localparam [BITS:0] BEFORE = 4;  // words before a body: MAC address, its rest, IP address, port and length

    reg [2:0] state;
    reg [BITS:0] at, tail, head;  // addresses of the next word, after the last body, and of the next word to read
    reg [15:0] length;            // bytes so far
    reg [31:0] part;              // bytes of the word so far
    reg begun, from_b;            // a body has begun, and is one of the session
    reg room;                     // there was room for four words a cycle ago
    wire [BITS:0] used = at - head;
    wire from_b_now = begun ? from_b : !a_tvalid;
    wire [7:0] in_tdata = from_b_now ? b_tdata : a_tdata;
    wire in_tlast = from_b_now ? b_tlast : a_tlast;
    wire take = (from_b_now ? b_tvalid : a_tvalid) & (state == BODY) & room;
    wire too_long = length[11];
    wire [31:0] word = part | ({24'd0, in_tdata} << {length[1:0], 3'd0});

    assign a_tready = (state == BODY) & room & !from_b_now;
    assign b_tready = (state == BODY) & room & from_b_now;

    reg we;
    reg [BITS-1:0] waddr;
    reg [31:0] wdata;

    always @(posedge clk) begin
        room <= (used < (1 << BITS) - 8);
        we   <= 1'b0;
        case (state)
            BODY:
            if (take) begin
                begun  <= 1'b1;
                from_b <= from_b_now;
                if (!too_long) length <= length + 16'd1;
                part   <= (&length[1:0]) ? 32'd0 : word;
                wdata  <= word;
                waddr  <= at[BITS-1:0];
                we     <= ((&length[1:0]) | in_tlast) & !too_long;
                if (((&length[1:0]) | in_tlast) & !too_long) at <= at + 1'b1;
                if (in_tlast) state <= MAC;
            end
            MAC: begin
                wdata <= from_b ? b_mac[31:0] : a_mac[31:0];
                waddr <= tail[BITS-1:0];
                we    <= !too_long;
                state <= REST;
            end
            REST: begin
                wdata <= {16'd0, from_b ? b_mac[47:32] : a_mac[47:32]};
                waddr <= waddr + 1'b1;
                we    <= !too_long;
                state <= WHERE;
            end
            WHERE: begin
                wdata <= from_b ? b_ip : a_ip;
                waddr <= waddr + 1'b1;
                we    <= !too_long;
                state <= LENGTH;
            end
            default: begin  // LENGTH
                wdata  <= {from_b ? b_port : a_port, length};
                waddr  <= waddr + 1'b1;
                we     <= !too_long;
                if (!too_long) tail <= at;
                at     <= (too_long ? tail : at) + BEFORE;
                length <= 16'd0;
                part   <= 32'd0;
                begun  <= 1'b0;
                state  <= BODY;
            end
        endcase
        if (rst) begin
            state  <= BODY;
            tail   <= {BITS + 1{1'b0}};
            at     <= BEFORE;
            length <= 16'd0;
            part   <= 32'd0;
            begun  <= 1'b0;
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
