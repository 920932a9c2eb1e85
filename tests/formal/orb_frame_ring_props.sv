// orb_frame_ring gives each good body that fits, whole and behind its length, once and in order; it drops any other.
// SPDX-License-Identifier: Apache-2.0
//
// The CRC-32 may be right or wrong at any time. orb_ram_sdp keeps the byte of one arbitrary place of the ring. The byte
// that has to be read there next is known when a body has been accepted.
`default_nettype none

// The CRC-32, which may judge as it likes, and may take time.
module orb_crc32 #(
    parameter BITS = 8
) (
    input  wire        clk,
    input  wire        clear,
    input  wire        en,
    input  wire        own,
    input  wire [ 7:0] data,
    output wire        ready,
    output wire [31:0] crc,
    output wire        good
);

    (* anyseq *) wire [33:0] any;
    assign {ready, crc, good} = any;

endmodule

module orb_frame_ring_props #(
    parameter BITS = 4,  // log2 of the ring's bytes
    parameter HEAD = 6
) (
    input wire       clk,
    input wire       rst,
    input wire       forget,
    input wire [7:0] s_tdata,
    input wire       s_tvalid,
    input wire       s_end,
    input wire       s_good,
    input wire       m_tready
);

    localparam [BITS:0] SIZE = 1 << BITS;
    localparam [2:0] BODY = 0, JUDGE = 1, MEASURE = 2, LENGTH_LO = 3, LENGTH_HI = 4, COMMIT = 5;

    wire s_tready, dropped_bad, dropped_full, m_tvalid;
    wire [7:0] m_tdata;

    orb_frame_ring #(
        .BITS(BITS),
        .HEAD(HEAD)
    ) dut (
        .clk(clk), .rst(rst), .forget(forget), .s_tdata(s_tdata), .s_tvalid(s_tvalid), .s_end(s_end), .s_good(s_good),
        .s_tready(s_tready), .dropped_bad(dropped_bad), .dropped_full(dropped_full), .m_tdata(m_tdata),
        .m_tvalid(m_tvalid), .m_tready(m_tready)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- the body that comes ----------------------------------------------------------------------------------------
    (* hierconn *) wire [BITS:0] \dut.tail , \dut.at , \dut.head ;
    (* hierconn *) wire [2:0] \dut.state , \dut.missed ;
    (* hierconn *) wire \dut.begun , \dut.keep , \dut.too_short , \dut.crc_good ;
    wire [2:0] state = \dut.state ;
    wire [BITS:0] head = \dut.head , tail = \dut.tail ;
    reg [BITS:0] base;      // where it goes: behind all bodies that were accepted
    reg [BITS:0] stored;    // its bytes that found room
    reg [2:0] missed;       // ... and that found none; 5 stands for more
    wire takes = s_tvalid & s_tready, byte_in = takes & !s_end, ends = takes & s_end & !forget;
    wire [BITS:0] to = base + 2 + stored, used = to - head;
    wire fits = (missed == 0) & (used < SIZE);
    wire any = (stored != 0) | (missed != 0);
    wire [BITS:0] bytes = stored + missed;
    wire good = s_good & \dut.crc_good & any;
    // with a header, and the CRC-32, which may find no room
    wire accepted = ends & good & (missed <= 4) & (bytes >= HEAD + 4);
    wire [BITS:0] length = bytes - HEAD - 4, total = base + (was ? bytes - 2 : 0);
    reg was, fair;          // the body that has ended was accepted; ... was good, and fits
    wire over = (state == COMMIT) | ((state == LENGTH_LO) & !was) | ((state == JUDGE) & !fair);

    always @(posedge clk)
        if (rst) {base, stored, missed, was, fair} <= 0;
        else begin
            if (byte_in & fits) stored <= stored + 1;
            if (byte_in & !fits & (missed != 5)) missed <= missed + 1;
            if (ends) {was, fair} <= {accepted, good & (missed <= 4)};
            if (over) {base, was, fair} <= {total, 2'b00};
            if (over | (forget & (state == BODY))) {stored, missed} <= 0;
        end

    // ---- the byte at the place that is watched ----------------------------------------------------------------------
    (* hierconn *) wire [BITS-1:0] \dut.ring.ram.place ;
    (* hierconn *) wire [7:0] \dut.ring.ram.kept ;
    (* hierconn *) wire \dut.ring.fetch , \dut.ring.waiting ;
    (* hierconn *) wire [7:0] \dut.ring.rdata ;
    wire [BITS-1:0] place = \dut.ring.ram.place ;
    wire [BITS-1:0] in_body = place - base[BITS-1:0], in_ring = place - head[BITS-1:0];
    reg [7:0] coming, due, offered;  // of the body that comes; to be read next; offered to the reader
    wire fetched = \dut.ring.fetch & (in_ring == 0);
    wire [BITS:0] after = head - \dut.ring.waiting ;  // the byte after the offered one
    wire [BITS:0] here = after - m_tvalid;

    always @(posedge clk) begin
        if (byte_in & fits & (to[BITS-1:0] == place)) coming <= s_tdata;
        if (accepted & ({1'b0, in_body} < bytes - 2))
            due <= (in_body == 0) ? length : (in_body == 1) ? length >> 8 : coming;
        if (fetched) offered <= due;
    end

    always @(*)
        if (started) begin
            if (m_tvalid & (here[BITS-1:0] == place)) assert (m_tdata == offered);
            if (\dut.ring.waiting & (after[BITS-1:0] == place)) assert (\dut.ring.rdata == offered);
            if (accepted & ({1'b0, in_body} < bytes - 2)) assert ({1'b0, in_ring} >= base - head);  // it had been read
        end

    // ---- all bytes that were accepted can be read, and no others; each body that is not is told ---------------------
    reg [BITS:0] read;
    always @(posedge clk) read <= rst ? 0 : read + (m_tvalid & m_tready);
    always @(*)
        if (started) begin
            assert (read == here);
            assert (total - head <= SIZE);
            if (state == BODY) assert (tail == total);
        end
    reg bad, full, short;
    always @(posedge clk) begin
        bad   <= !rst & takes & s_end & (!s_good | (any & !\dut.crc_good ));
        full  <= !rst & takes & s_end & good & (missed == 5);
        short <= !rst & (state == LENGTH_LO) & !was;
    end
    always @(*) if (started) assert ((dropped_bad == (bad | short)) & (dropped_full == full));

    // ---- it does not hang: a body that has ended keeps the next one waiting for five cycles at most -----------------
    reg [2:0] busy;
    always @(posedge clk) busy <= (rst | (state == BODY)) ? 0 : busy + 1;
    always @(*)
        if (started) begin
            assert (busy == ((state == BODY) ? 0 : state - 1) || (state == BODY && busy <= 5));
            assert (state <= COMMIT);
        end

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire \dut.ring.ram.we ;
    wire [BITS:0] written = (state == BODY) ? to : tail;
    wire [BITS:0] left = tail - head;  // bytes that can be read
    wire [BITS:0] payload_to = base + bytes - HEAD - 4, payload_to_1 = payload_to + 1, body_to = base + bytes - 2;
    wire [BITS:0] base_1 = base + 1, unread = tail - here, ahead_1 = base_1 - head;
    wire [BITS+2:0] reach = ahead_1 + 1 + stored;
    always @(*)
        if (started) begin
            if (\dut.ring.ram.we ) assert (written - head < SIZE);
            assert ((left <= SIZE) & (unread <= SIZE + 2));
            assert ((missed <= 5) & (stored <= SIZE - 2));
            assert ((ahead_1 <= SIZE + 1) & (reach <= ((stored != 0) ? SIZE : SIZE + 2)));
            assert ((ahead_1 != 0) | (state == COMMIT));  // the low byte of the length may have been read
            if (state <= JUDGE) begin
                assert (\dut.at == to);
                assert ((\dut.missed == missed) & (\dut.begun == any));
                assert (tail == base);
            end
            else assert ((\dut.missed == 0) & !\dut.begun );
            if (state == BODY) assert (!was & !fair);
            if (state == JUDGE) assert (\dut.keep == fair);
            if (state >= MEASURE) assert (fair);
            if (state == MEASURE) assert (\dut.at == payload_to);
            if (state == LENGTH_LO) assert ((\dut.at == payload_to) & (\dut.too_short == (bytes < HEAD + 4)));
            if ((state == MEASURE) | (state == LENGTH_LO)) assert (tail == base);
            if (state == LENGTH_HI) assert ((\dut.at == payload_to_1) & (tail == base_1));
            if (state == COMMIT) assert ((\dut.at == body_to) & (tail == base_1));
            if (state != BODY) assert (was == (fair & (bytes >= HEAD + 4)));
            if (fair) assert (any & (missed <= 4));
            if (state >= LENGTH_HI) assert (was);
            // what has been stored at the place
            if ((in_body >= 2) & ({1'b0, in_body} < stored + 2)) assert (\dut.ring.ram.kept == coming);
            if (was & ({1'b0, in_body} < bytes - 2))
                assert (due == ((in_body == 0) ? length : (in_body == 1) ? length >> 8 : coming));
            if ({1'b0, in_ring} < left) assert (\dut.ring.ram.kept == due);
            if ((state == COMMIT) & (in_body == 1)) assert (\dut.ring.ram.kept == due);
        end

    always @(*)
        if (started) begin
            cover (accepted & (missed == 3));
            cover (dropped_full);
            cover (m_tvalid & (here == 9) & (place == 9));
        end

endmodule
