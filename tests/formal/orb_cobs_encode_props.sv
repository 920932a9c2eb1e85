// orb_cobs_encode gives the frame of each body as the definition of COBS (Cheshire and Baker) has it. It does not hang.
// SPDX-License-Identifier: Apache-2.0
//
// The places of all frames are numbered in one sequence. The first place of a frame is a code. Each byte of the body
// has the next place, and so has the 0 behind the last byte, which ends the frame. The place of a 0 of the body is a
// code, and a code also comes behind 254 other bytes in a row, unless they are the last ones of the body. A code is the
// distance to the place of the next code or of the 0 at the end.
//
// orb_ram_sdp keeps the byte of one arbitrary place of the ring. The byte that has to be read there next is known once
// the bytes of the body have come that it depends on.
`default_nettype none

module orb_cobs_encode_props #(
    parameter PACE = 0  // 1: proves that it does not hang; 0: all else
) (
    input wire       clk,
    input wire       rst,
    input wire [7:0] s_tdata,
    input wire       s_tvalid,
    input wire       s_tlast,
    input wire       m_tready
);

    localparam BITS = 9;  // log2 of the ring's bytes, as in the module
    localparam [BITS:0] SIZE = 1 << BITS;

    wire s_tready, idle, m_tvalid;
    wire [7:0] m_tdata;

    orb_cobs_encode dut (
        .clk     (clk),
        .rst     (rst),
        .s_tdata (s_tdata),
        .s_tvalid(s_tvalid),
        .s_tready(s_tready),
        .s_tlast (s_tlast),
        .idle    (idle),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- the places that bytes of the bodies have -------------------------------------------------------------------
    reg [BITS:0] at, code_at;  // the next place, and that of the latest code
    wire in = s_tvalid & s_tready;

    // Where these are behind a byte: the block ends with a 0, or is full.
    wire [BITS:0] at_1 = at + 1, at_2 = at + 2;
    wire zero = (s_tdata == 0);
    wire [BITS:0] block_at = zero ? at : code_at;  // the code of the block that the byte belongs to
    wire [BITS:0] block = at_1 - block_at, open_block = at - code_at;  // with the byte, without it
    wire full = !s_tlast & (block == 255);
    always @(posedge clk)
        if (rst) {at, code_at} <= {{BITS + 1{1'b0}} + 1'b1, {BITS + 1{1'b0}}};
        else if (in) begin
            at      <= s_tlast ? at + 3 : full ? at_2 : at_1;
            code_at <= s_tlast ? at_2 : full ? at_1 : block_at;
        end

    // ---- the byte at the place that is watched ----------------------------------------------------------------------
    (* hierconn *) wire [BITS-1:0] \dut.ring.ram.place ;
    (* hierconn *) wire [7:0] \dut.ring.ram.kept ;
    wire [BITS-1:0] place = \dut.ring.ram.place ;
    function here(input [BITS:0] number);
        here = (number[BITS-1:0] == place);
    endfunction
    reg [7:0] due;
    always @(posedge clk)
        if (in) begin
            if (!zero & here(at)) due <= s_tdata;
            if (zero & here(code_at)) due <= open_block;
            if ((s_tlast | full) & here(block_at)) due <= block;
            if (s_tlast & here(at_1)) due <= 0;
        end

    // ---- what is read is what is due there, the n-th byte at the n-th place -----------------------------------------
    reg [BITS:0] read;
    always @(posedge clk) read <= rst ? 0 : read + (m_tvalid & m_tready);
    wire [BITS:0] settled = code_at - read, ahead = at - read;
    reg body;  // a body has begun and not ended
    always @(posedge clk) if (rst) body <= 0; else if (in) body <= !s_tlast;

    always @(*)
        if (started) begin
            if ((PACE == 0) & m_tvalid & here(read)) assert (m_tdata == due);
            // only bytes that are settled are offered, and no byte comes where an unread one is
            assert (settled < SIZE);
            if (m_tvalid) assert (settled != 0);
            assert (ahead < SIZE - 2);
            // a code is from 1 to 255
            assert ((open_block >= 1) & (open_block <= 254));
            if (!body) assert (open_block == 1);
            // between bodies, idle tells that all bytes of all frames have left
            if (!body) assert (idle == (settled == 0));
        end

    // ---- it does not hang: what is settled comes in four cycles, and a byte waits while 68 are read at most ---------
    reg [2:0] slow;
    reg [6:0] waited;  // cycles in which the reader was ready and the byte was not taken
    always @(posedge clk) begin
        slow   <= (rst | m_tvalid | (settled == 0)) ? 0 : slow + 1;
        waited <= (rst | s_tready) ? 0 : waited + m_tready;
    end
    always @(*) if (started & (PACE == 1)) assert ((slow <= 4) & (waited <= 68));

    // ---- the state that makes it true -------------------------------------------------------------------------------
    localparam [2:0] BLOCK = 0, FULL = 1, LAST = 2, DELIMITER = 3, OPEN = 4;
    (* hierconn *) wire [BITS:0] \dut.at , \dut.slot , \dut.head ;
    (* hierconn *) wire [2:0] \dut.state ;
    (* hierconn *) wire [7:0] \dut.code , \dut.next ;
    (* hierconn *) wire \dut.room , \dut.next_valid , \dut.next_last , \dut.take ;
    wire [2:0] state = \dut.state ;
    wire [BITS:0] to = \dut.at , slot = \dut.slot , head = \dut.head ;
    wire [7:0] next = \dut.next ;
    wire waits = \dut.next_valid , next_last = \dut.next_last , next_zero = (next == 0);

    // at and code_at as they were before the byte that waits
    reg [BITS:0] before_at, before_code;
    always @(posedge clk) if (in) {before_at, before_code} <= {at, code_at};
    wire [BITS:0] was_at = waits ? before_at : at, was_code = waits ? before_code : code_at;
    wire [BITS:0] was_1 = was_at + 1, was_2 = was_at + 2, was_block = next_zero ? was_at : was_code;
    wire [BITS:0] was_open = was_at - was_code, next_block = was_1 - was_block, was_3 = was_at + 3;
    wire next_full = !next_last & (next_block == 255);

    wire [BITS-1:0] in_ring = place - head[BITS-1:0], slot_ring = slot - head;
    wire [BITS:0] stored = slot - head, length = to - slot, used = to - head;
    wire there = (in_ring != slot_ring) & ({1'b0, in_ring} < used);  // the byte is in the ring, and is no open code
    wire [BITS:0] eighth = {head[BITS:6], 6'd0}, reach = to - eighth, passed = head - m_tvalid;
    wire [BITS:0] to_1 = to + 1, to_2 = to + 2;
    wire [2:0] after = to[BITS-1-:3] + 1;  // eighth of the ring
    wire blocked = (head[BITS-1-:3] == after);
    wire [6:0] need = \dut.room ? 0 : blocked ? 65 - head[5:0] : 1;

    always @(*)
        if (started) begin
            assert (read == passed);
            assert (state <= OPEN);
            assert ((stored < SIZE) & (reach < SIZE - 60));
            assert ((stored <= used) & (used <= reach));
            if (state == BLOCK) assert (reach <= SIZE - 64 + 3);
            if ((state == FULL) | (state == LAST) | (state == DELIMITER)) assert (reach <= SIZE - 64 + 1);
            if (state == OPEN) assert (reach <= SIZE - 64 + 2);
            if ((state == BLOCK) & \dut.room ) assert (reach <= SIZE - 64);
            // how far it is with what has come
            if (state == BLOCK) assert ((to == was_at) & (slot == was_code) & (length >= 1) & (length <= 254));
            if (state == FULL) assert ((to_1 == was_at) & (to == was_code) & (length == 255));
            if (state == LAST) assert ((to_2 == was_at) & (to_1 == was_code) & (length >= 1) & (length <= 255));
            if (state == DELIMITER) assert ((to_2 == was_at) & (to_1 == was_code) & (length == 0) & (stored != 0));
            if (state == OPEN) assert ((to_1 == was_at) & (to == was_code) & (length == 1));
            if (state == OPEN) assert (m_tvalid | (stored != 0));
            assert (\dut.code == ((state >= DELIMITER) ? 1 : length));
            if (waits) begin
                assert (at == (next_last ? was_3 : next_full ? was_2 : was_1));
                assert (code_at == (next_last ? was_2 : next_full ? was_1 : was_block));
                assert (body == !next_last);
            end
            else if (state != BLOCK) assert (body == (state == FULL));
            assert ((was_open >= 1) & (was_open <= 254));
        end

    // the byte at the place: stored, to be stored, and that of the byte that waits
    always @(*)
        if (started & (PACE == 0)) begin
            if (there) assert (\dut.ring.ram.kept == due);
            if (here(at) | here(at_1) | here(code_at)) assert (!there);
            if (((state == FULL) | (state == LAST)) & here(slot)) assert (due == length);
            if (((state == LAST) | (state == DELIMITER)) & here(to)) assert (due == 0);
            if ((state == OPEN) & here(slot)) assert ((due == 0) & (\dut.ring.ram.kept == 0));
            if (waits) begin
                if (!next_zero & here(was_at)) assert (due == next);
                if (next_zero & here(was_code)) assert (due == was_open);
                if ((next_last | next_full) & here(was_block)) assert (due == next_block);
                if (next_last & here(was_1)) assert (due == 0);
            end
        end

    // what is left to wait for
    always @(*)
        if (started & (PACE == 1)) begin
            if (!m_tvalid & (settled != 0)) begin
                assert (slow <= 3);
                if (stored == 0) assert ((state <= LAST) & (slow <= ((state != BLOCK) ? 2 : \dut.room ? 1 : 0)));
            end
            if ((state == FULL) | (state == LAST)) assert (waited == 0);
            if (state == DELIMITER) assert (waited <= 1);
            if (state == OPEN) assert (waited <= 2);
            if (state == BLOCK) assert (waited + need <= 68);
        end

    always @(*)
        if (started) begin
            cover ((state == LAST) & (length == 3) & (to == 5));
            cover (idle & (read == 9) & !body);
            cover (m_tvalid & (m_tdata == 3) & (read == 4) & here(read));
        end

endmodule
