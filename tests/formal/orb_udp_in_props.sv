// orb_udp_in presents each whole datagram to the session, and gives the bytes and the end of those that it accepts,
// once and in order. Datagrams that are cut, damaged, too long for the FIFO or not accepted leave no trace.
// SPDX-License-Identifier: Apache-2.0
//
// The CRC-32 may be right or wrong at any time. orb_ram_sdp keeps the word of one arbitrary place of the FIFO. What has
// to be read there next is known when a datagram has been accepted.
`default_nettype none

// The CRC-32, which may judge as it likes; it gets every word, and time for each.
module orb_crc32_word (
    input  wire        clk,
    input  wire        clear,
    input  wire        en,
    input  wire [31:0] data,
    input  wire [ 1:0] last_byte,
    output wire        good
);

    (* anyseq *) wire any;
    assign good = any;

    reg started = 1'b0, busy;
    always @(posedge clk) {started, busy} <= {1'b1, en & !clear};
    always @(*) if (started) assert (!(en & busy));

endmodule

module orb_udp_in_props #(
    parameter BITS = 3
) (
    input wire        clk,
    input wire        rst,
    input wire [47:0] s_mac,
    input wire [31:0] s_ip,
    input wire [15:0] s_port,
    input wire [31:0] s_tdata,
    input wire        s_tvalid,
    input wire        s_tlast,
    input wire [ 3:0] s_last_byte,
    input wire        s_error,
    input wire        accept,
    input wire        m_tready
);

    localparam [BITS:0] SIZE = 1 << BITS;
    localparam [2:0] TAKE = 0, SUM = 1, SUM_HIGH = 2, JUDGE = 3, ASK = 4, DECIDE = 7;

    wire s_tready, ask, m_tvalid, m_tend;
    wire [47:0] mac;
    wire [31:0] ip, number;
    wire [15:0] port;
    wire [7:0] sequence_number, operation, m_tdata;

    orb_udp_in #(
        .BITS(BITS)
    ) dut (
        .clk(clk), .rst(rst), .s_mac(s_mac), .s_ip(s_ip), .s_port(s_port), .s_tdata(s_tdata), .s_tvalid(s_tvalid),
        .s_tready(s_tready), .s_tlast(s_tlast), .s_last_byte(s_last_byte), .s_error(s_error), .ask(ask), .mac(mac),
        .ip(ip), .port(port), .sequence_number(sequence_number), .operation(operation), .number(number),
        .accept(accept), .m_tdata(m_tdata), .m_tvalid(m_tvalid), .m_tend(m_tend), .m_tready(m_tready)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);
    always @(*)
        assume ((s_last_byte == 1) | (s_last_byte == 2) | (s_last_byte == 4) | (s_last_byte == 8));

    (* hierconn *) wire [2:0] \dut.state ;
    (* hierconn *) wire [BITS:0] \dut.at , \dut.tail , \dut.head ;
    (* hierconn *) wire \dut.whole , \dut.intact , \dut.more , \dut.crc32.en , \dut.crc32.clear , \dut.crc32.any ;
    (* hierconn *) wire [1:0] \dut.index , \dut.crc32.last_byte ;
    (* hierconn *) wire [31:0] \dut.crc32.data ;
    wire [2:0] state = \dut.state ;
    wire [BITS:0] head = \dut.head , tail = \dut.tail ;

    // ---- the datagram that comes ------------------------------------------------------------------------------------
    reg [BITS:0] stored;      // its words that found room
    reg [2:0] words;          // its words, 5 stands for more
    reg faulty;               // a word found no room, or came with an error
    reg [1:0] last;           // number of the last byte of the last word
    reg [79:0] header;        // its bytes as far as they have come
    reg [95:0] sender;
    wire take = s_tvalid & s_tready, ends = take & s_tlast;
    wire room = (\dut.at - head < SIZE);
    wire [1:0] last_byte = (s_last_byte == 8) ? 3 : (s_last_byte == 4) ? 2 : (s_last_byte == 2) ? 1 : 0;
    wire enough = (words == 5) | ((words == 4) & (last != 0));  // 14 bytes
    wire over = (state == DECIDE);

    always @(posedge clk) begin
        if (take) begin
            stored <= stored + room;
            words  <= (words == 5) ? 5 : words + 1;
            faulty <= faulty | !room | s_error;
            last   <= last_byte;
            sender <= {s_mac, s_ip, s_port};
            if (words == 0) header[31:0] <= s_tdata;
            if (words == 1) header[63:32] <= s_tdata;
            if (words == 2) header[79:64] <= s_tdata[15:0];
        end
        if (rst | over) {stored, words, faulty} <= 0;
    end

    // ---- a whole one is presented, and stays until its fate is decided; there is only one at a time -----------------
    reg asks;                 // it was presented, or is
    always @(posedge clk)
        if (rst | over) asks <= 0;
        else if (state == JUDGE) asks <= enough & !faulty & \dut.crc32.any ;
    always @(*)
        if (started) begin
            assert (ask == (asks & (state == ASK)));
            if (asks) begin
                assert ({mac, ip, port} == sender);
                assert ({operation, sequence_number} == header[15:0]);
                assert (number == header[79:48]);
            end
        end
    always @(*) assume (!accept | asks);
    reg [1:0] age;            // cycles since `ask`
    always @(posedge clk) age <= ask ? 1 : age + (age != 0);
    always @(*) if (started & !rst & (age == 3) & asks) assert (over);

    // the CRC-32 of all its bytes is looked at three cycles after its last word
    reg [2:0] since;
    always @(posedge clk) since <= ends ? 1 : (since == 7) ? 7 : since + 1;
    always @(*)
        if (started) begin
            assert (\dut.crc32.en == take);
            if (take) assert ((\dut.crc32.data == s_tdata) & (\dut.crc32.last_byte == (s_tlast ? last_byte : 3)));
            if (state == JUDGE) assert (since == 3);
            assert (\dut.crc32.clear == (rst | over));
        end

    // ---- it never waits for the link: for one cycle after a word, and seven after the last one ----------------------
    reg [2:0] waits;
    always @(posedge clk) waits <= (rst | s_tready) ? 0 : waits + 1;
    always @(*) if (started & !rst & (waits == 7)) assert (s_tready);
    reg after_word;
    always @(posedge clk) after_word <= !rst & take & !s_tlast;
    reg after_that;
    always @(posedge clk) after_that <= !rst & after_word;
    always @(*) if (started & after_that) assert (s_tready);

    // ---- only an accepted datagram moves the tail, and by all of its words ------------------------------------------
    reg [BITS:0] was_tail;
    reg moves;
    reg [BITS:0] by;
    always @(posedge clk) begin
        was_tail <= rst ? 0 : tail;
        moves    <= !rst & over & accept;
        by       <= stored;
    end
    wire [BITS:0] now_tail = was_tail + (moves ? by : 0);
    always @(*) if (started) assert (tail == now_tail);

    // ---- an arbitrary place of the FIFO: what was stored there, and what has to be read there next ------------------
    (* hierconn *) wire [BITS-1:0] \dut.ram.place ;
    (* hierconn *) wire [34:0] \dut.ram.kept , \dut.read , \dut.word ;
    (* hierconn *) wire \dut.re , \dut.coming , \dut.held , \dut.ends , \dut.pause , \dut.load ;
    (* hierconn *) wire [1:0] \dut.byte_number ;
    wire [BITS-1:0] in_body = \dut.ram.place - tail[BITS-1:0];
    wire [BITS-1:0] in_fifo = \dut.ram.place - head[BITS-1:0];
    reg [34:0] coming, due;
    always @(posedge clk) begin
        if (take & room & ({1'b0, in_body} == stored)) coming <= {s_tlast, last_byte, s_tdata};
        if (over & accept & ({1'b0, in_body} < stored)) due <= coming;
    end

    // ---- its word on its way out, and the words before and after it -------------------------------------------------
    reg mine_read, mine;      // the word that was read, or whose bytes leave, is that of the place
    reg [34:0] was_read, word;
    reg [2:0] sent;           // items of it: bytes, and the end of the body
    reg [BITS:0] loaded;      // words whose bytes have left or leave
    wire give = m_tvalid & m_tready;
    wire [2:0] final_item = word[34] ? {1'b0, word[33:32]} + 1 : 3;
    always @(posedge clk) begin
        if (\dut.re ) {mine_read, was_read} <= {in_fifo == 0, due};
        if (\dut.load ) {mine, word} <= {mine_read, was_read};
        if (\dut.load ) sent <= 0;
        else if (give) sent <= sent + 1;
        if (rst) loaded <= 0;
        else if (\dut.load ) loaded <= loaded + 1;
    end
    reg finished;
    always @(posedge clk) finished <= !rst & give & mine & (sent == final_item) & !\dut.load ;

    always @(*)
        if (started) begin
            assert (head == loaded + \dut.coming );
            if (m_tvalid & mine) begin
                assert (sent <= final_item);
                assert (m_tend == (word[34] & (sent == final_item)));
                if (sent == 0) assert (m_tdata == word[7:0]);
                if ((sent == 1) & !m_tend) assert (m_tdata == word[15:8]);
                if ((sent == 2) & !m_tend) assert (m_tdata == word[23:16]);
                if ((sent == 3) & !m_tend) assert (m_tdata == word[31:24]);
                if (\dut.load ) assert (give & (sent == final_item));
            end
            if (finished) assert (!m_tvalid);
        end

    stream_rules #(
        .WIDTH(9)
    ) sink (
        .clk(clk), .rst(rst), .started(started), .data({m_tend, m_tdata & {8{!m_tend}}}), .valid(m_tvalid),
        .ready(m_tready), .withdrawn(1'b0)
    );

    // ---- the state that makes it true -------------------------------------------------------------------------------
    wire [BITS:0] left = tail - head;
    wire [BITS+1:0] filled = {1'b0, left} + {1'b0, stored};
    always @(*)
        if (started) begin
            assert ((left <= SIZE) & (stored <= SIZE) & (filled <= SIZE));
            assert (\dut.at - tail == stored);
            assert ((words <= 5) & (\dut.index == (words < 3 ? words : 3)) & (\dut.more == (words >= 4)));
            assert (!faulty | (words != 0));
            if (state == TAKE) assert (\dut.whole == !faulty);
            if (state == TAKE) assert (!asks & !ask);
            if (state != TAKE) assert ((words != 0) & !asks | (state >= ASK));
            if ((state >= SUM) & (state <= JUDGE)) assert (\dut.intact == (enough & !faulty));
            if ((state >= SUM) & (state <= JUDGE)) assert (since == state);
            if (asks) assert ((state >= ASK) & (age == state - ASK) & !faulty);
            if (words > 0) assert ({operation, sequence_number} == header[15:0]);
            if (words > 1) assert (number[15:0] == header[63:48]);
            if (words > 2) assert (number[31:16] == header[79:64]);
            if (words > 0) assert ({mac, ip, port} == sender);
            if (state != TAKE) assert (waits == state - 1);
            else assert (!\dut.pause | (waits == 0));
            if (after_word) assert ((state == TAKE) & \dut.pause );
            assert (!(\dut.re & \dut.coming ));
            if (\dut.re ) assert (left != 0);
            if ({1'b0, in_body} < stored) assert (\dut.ram.kept == coming);
            if ({1'b0, in_fifo} < left) assert (\dut.ram.kept == due);
            if (\dut.coming & mine_read) assert (\dut.read == was_read);
            if (\dut.held & mine) begin
                assert (\dut.word [34:32] == word[34:32]);
                assert (\dut.ends == (word[34] & (sent == final_item)));
                if (sent == 0) assert (\dut.word [31:0] == word[31:0]);
                if (sent == 1) assert (\dut.word [23:0] == word[31:8]);
                if (sent == 2) assert (\dut.word [15:0] == word[31:16]);
                if (sent == 3) assert (\dut.word [7:0] == word[31:24]);
                if (!\dut.ends ) assert ((\dut.byte_number == sent[1:0]) & !sent[2]);
            end
        end

    always @(*)
        if (started) begin
            cover (m_tvalid & m_tend & mine & (sent == 3));
            cover (over & faulty & (words == 5));
        end

endmodule
