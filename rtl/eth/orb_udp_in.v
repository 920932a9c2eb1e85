`resetall
// Takes datagrams from a UDP core, keeps those that the session accepts, and gives the bytes of their bodies.
// SPDX-License-Identifier: Apache-2.0
//
// Words come in as fast as the core of the UDP gives them. A datagram is written after the tail of a FIFO, and the tail
// passes it when the session has accepted it. Otherwise, or if it does not fit, the next one overwrites it. So foreign
// or damaged datagrams never wait for the link, and never use room that the link's own would need.
`resetall
`default_nettype none

module orb_udp_in #(
    parameter BITS = 12  // log2 of the words of the FIFO, of four bytes each
) (
    input  wire        clk,
    input  wire        rst,
    // datagrams, the first byte in the lowest bits
    input  wire [47:0] s_mac,       // of the sender
    input  wire [31:0] s_ip,
    input  wire [15:0] s_port,
    input  wire [31:0] s_tdata,
    input  wire        s_tvalid,
    output wire        s_tready,
    input  wire        s_tlast,
    input  wire [ 3:0] s_last_byte, // with tlast: the last byte, as one bit
    input  wire        s_error,     // with any word: the frame is damaged
    // a datagram whose CRC-32 is right is presented to the session, which answers three cycles later
    output reg         ask,
    output reg  [47:0] mac,
    output reg  [31:0] ip,
    output reg  [15:0] port,
    output reg  [ 7:0] sequence_number,
    output reg  [ 7:0] operation,
    output reg  [31:0] number,
    input  wire        accept,
    // bytes and ends of bodies, as orb_frame_ring takes them
    output wire [ 7:0] m_tdata,
    output wire        m_tvalid,
    output wire        m_tend,
    input  wire        m_tready
);

    localparam [2:0] TAKE = 3'd0, SUM = 3'd1, SUM_HIGH = 3'd2, JUDGE = 3'd3, ASK = 3'd4, COMPARE = 3'd5, WAIT = 3'd6,
                     DECIDE = 3'd7;

    // ---- words of a datagram go after the tail ----------------------------------------------------------------------
    reg [2:0] state;
    reg [BITS:0] at, tail, head;  // addresses of the next word, after the last datagram, and of the next word to read
    reg [1:0] index;              // number of the word, at most 3
    reg whole;                    // all words of the datagram have found room, and none came with an error
    wire [BITS:0] used = at - head;
    wire take = s_tvalid & s_tready;
    wire store = take & !used[BITS];
    wire still_whole = whole & store & !s_error;
    wire [1:0] last_byte = {s_last_byte[3] | s_last_byte[2], s_last_byte[3] | s_last_byte[1]};
    // ten bytes of header and four of CRC-32
    wire long_enough = (index == 2'd3) & (more | !s_last_byte[0]);
    reg more;                     // words after the fourth have come
    reg intact;                   // all but the CRC-32 is right
    reg pause;                    // the CRC-32 takes a word every other cycle
    wire good;

    assign s_tready = (state == TAKE) & !pause;

    orb_crc32_word crc32 (
        .clk      (clk),
        .clear    (rst | (state == DECIDE)),
        .en       (take),
        .data     (s_tdata),
        .last_byte(s_tlast ? last_byte : 2'd3),
        .good     (good)
    );

    always @(posedge clk) begin
        ask   <= 1'b0;
        pause <= take;
        if (store) at <= at + 1'b1;
        if (take) begin
            mac   <= s_mac;
            ip    <= s_ip;
            port  <= s_port;
            whole <= still_whole;
            if (index != 2'd3) index <= index + 2'd1;
            else more <= 1'b1;
            case (index)
                2'd0: {operation, sequence_number} <= s_tdata[15:0];
                2'd1: number[15:0] <= s_tdata[31:16];
                2'd2: number[31:16] <= s_tdata[15:0];
                default: ;
            endcase
        end
        case (state)
            TAKE:
            if (take & s_tlast) begin
                intact <= long_enough & still_whole;
                state  <= SUM;
            end
            SUM:      state <= SUM_HIGH;
            SUM_HIGH: state <= JUDGE;
            JUDGE: begin
                ask   <= intact & good;
                state <= ASK;
            end
            ASK:     state <= COMPARE;
            COMPARE: state <= WAIT;
            WAIT:    state <= DECIDE;
            default: begin
                if (accept) tail <= at;
                else at <= tail;
                index <= 2'd0;
                more  <= 1'b0;
                whole <= 1'b1;
                state <= TAKE;
            end
        endcase
        if (rst) begin
            state <= TAKE;
            at    <= {BITS + 1{1'b0}};
            tail  <= {BITS + 1{1'b0}};
            index <= 2'd0;
            more  <= 1'b0;
            whole <= 1'b1;
            ask   <= 1'b0;
            pause <= 1'b0;
        end
    end

    // ---- words are read, and leave byte by byte; the end of a body follows its last byte ----------------------------
    wire [34:0] read;             // last word, number of its last byte, bytes
    reg re, coming;               // a word is read; it is there, and has not been taken
    reg [34:0] word;
    reg [1:0] byte_number;
    reg held, ends;               // there is a word; its bytes have left, and the end of the body follows
    wire last = word[34] & (byte_number == word[33:32]);
    wire give = m_tvalid & m_tready;
    wire sent = give & (ends | (!word[34] & (byte_number == 2'd3)));
    wire load = coming & (!held | sent);

    assign m_tdata  = word[7:0];
    assign m_tvalid = held;
    assign m_tend   = ends;

    orb_ram_sdp #(
        .WIDTH  (35),
        .DEPTH  (1 << BITS),
        .LATENCY(1)
    ) ram (
        .clk  (clk),
        .we   (store),
        .waddr(at[BITS-1:0]),
        .wdata({s_tlast, last_byte, s_tdata}),
        .re   (re),
        .raddr(head[BITS-1:0]),
        .rdata(read)
    );

    always @(posedge clk) begin
        re     <= (head != tail) & !re & (!coming | load);
        coming <= re | (coming & !load);
        if (re) head <= head + 1'b1;
        if (load) begin
            word        <= read;
            byte_number <= 2'd0;
            held        <= 1'b1;
            ends        <= 1'b0;
        end else if (give) begin
            word[31:0]  <= {8'd0, word[31:8]};
            byte_number <= byte_number + 2'd1;
            ends        <= last;
            held        <= !sent;
        end
        if (rst) begin
            head   <= {BITS + 1{1'b0}};
            re     <= 1'b0;
            coming <= 1'b0;
            held   <= 1'b0;
            ends   <= 1'b0;
        end
    end

endmodule
`resetall
