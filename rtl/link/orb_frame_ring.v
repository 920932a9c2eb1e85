// Receive ring: stores the bodies of frames whose CRC-32 is right, each after its length.
// SPDX-License-Identifier: Apache-2.0
//
// Bytes of orb_cobs_decode come in, at most one per cycle, and bytes of intact bodies go out; a byte passes when tvalid
// and tready are 1. The ring writes a body after its tail as it comes, and leaves two bytes for the length. If the
// CRC-32 is right, it writes the length and moves the tail, within five cycles. Otherwise the next body overwrites this
// one. The CRC-32 itself is not kept, so a body is stored even if only the bytes of its CRC-32 find no room.
`resetall
`default_nettype none

module orb_frame_ring #(
    parameter BITS     = 9,  // log2 of the bytes of the ring, 9..14
    parameter CRC_BITS = 8,  // bits that the CRC-32 processes in a cycle, 8 or 1
    parameter HEAD     = 6   // bytes of a header
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       forget,        // discard a partial body
    input  wire [7:0] s_tdata,
    input  wire       s_tvalid,
    input  wire       s_end,         // end of a frame, without a byte
    input  wire       s_good,        // with s_end: the coding was right
    output wire       s_tready,
    output reg        dropped_bad,   // a body was dropped: its CRC-32 or coding is wrong, or it is too short
    output reg        dropped_full,  // an intact body was dropped because the ring has no room
    output wire [7:0] m_tdata,       // length of the payload (two bytes, low byte first), header, payload
    output wire       m_tvalid,
    input  wire       m_tready
);

    localparam [2:0] BODY = 3'd0, JUDGE = 3'd1, MEASURE = 3'd2, LENGTH_LO = 3'd3, LENGTH_HI = 3'd4, COMMIT = 3'd5;
    localparam [2:0] CRC_BYTES = 3'd4;
    localparam [BITS:0] ONE = 1, LENGTH_BYTES = 2, HEADER_BYTES = HEAD;
    localparam [BITS:0] BEFORE = LENGTH_BYTES + HEADER_BYTES;  // bytes before the payload

    reg [2:0] state;
    reg [BITS:0] tail;      // address after the last body
    reg [BITS:0] at_n;      // complement of the address of the next byte, so that subtractions become additions
    reg [2:0] missed;       // bytes that found no room, at most CRC_BYTES + 1
    reg begun;              // a byte of the body has come
    reg keep;               // the body that has ended is intact and fits
    reg too_short;          // it is shorter than its header and its CRC-32
    wire [BITS:0] head;
    wire [BITS:0] at = ~at_n;
    wire [BITS:0] used = ~(at_n + head);
    wire room = !used[BITS] & (missed == 3'd0);
    wire crc_good, crc_ready, empty;
    wire [31:0] crc;
    wire unused = &{1'b0, crc, empty};

    wire take = s_tvalid & s_tready;
    wire byte_in = take & !s_end;
    wire store = byte_in & room;
    wire ends = take & s_end;
    wire intact = s_good & crc_good & begun;
    wire lost = (missed > CRC_BYTES);

    // Valid from MEASURE to LENGTH_HI. JUDGE subtracts the bytes before the payload and those of the CRC-32 from `at`.
    wire [BITS:0] payload = ~(at_n + tail);
    wire [15:0] length = {{(16 - BITS) {1'b0}}, payload[BITS-1:0]};
    wire write_length = ((state == LENGTH_LO) & !too_short) | (state == LENGTH_HI);

    // One adder serves all steps of `at`. COMMIT moves it to the first byte of the next body.
    wire again = (forget & (state == BODY)) | ((state == JUDGE) & !keep) | ((state == LENGTH_LO) & too_short);
    wire stays = ((state == BODY) & !store & !forget) | (state == MEASURE);
    wire [BITS:0] from_n = again ? ~tail : at_n;
    wire [BITS:0] crc_stored = {{(BITS - 2) {1'b0}}, CRC_BYTES} - {{(BITS - 2) {1'b0}}, missed};
    wire [BITS:0] back = (again | (state == COMMIT)) ? -LENGTH_BYTES : (state == JUDGE) ? BEFORE + crc_stored :
                         (state == LENGTH_HI) ? ONE - BEFORE : -ONE;

    assign s_tready = (state == BODY) & crc_ready;

    orb_crc32 #(
        .BITS(CRC_BITS)
    ) crc32 (
        .clk  (clk),
        .clear(rst | forget | (take & s_end)),
        .en   (byte_in),
        .own  (1'b0),
        .data (s_tdata),
        .ready(crc_ready),
        .crc  (crc),
        .good (crc_good)
    );

    // In LENGTH_LO, the tail passes the low byte of the length, which may be read before the high byte is written. In
    // COMMIT, the sum is not used, so it may be anything, and the cells of the adder also select.
    wire [BITS:0] tail_next = (state == COMMIT) ? at : tail + {BITS + 1{state == COMMIT}} + ONE;
    wire [BITS-1:0] waddr = (state == BODY) ? at[BITS-1:0] : tail[BITS-1:0];
    wire [7:0] wdata = (state == BODY) ? s_tdata : (state == LENGTH_LO) ? length[7:0] : length[15:8];

    orb_byte_ring #(
        .BITS(BITS)
    ) ring (
        .clk     (clk),
        .rst     (rst),
        .we      (store | write_length),
        .waddr   (waddr),
        .wdata   (wdata),
        .tail    (tail),
        .head    (head),
        .empty   (empty),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready)
    );

    always @(posedge clk) begin
        if (((state == LENGTH_LO) & !too_short) | (state == COMMIT)) tail <= tail_next;
        if (!stays) at_n <= from_n + back;
        keep         <= intact & !lost;
        too_short    <= payload[BITS];  // below 0
        dropped_bad  <= (ends & (!s_good | (begun & !crc_good))) | ((state == LENGTH_LO) & too_short);
        dropped_full <= ends & intact & lost;
        if (byte_in) begun <= 1'b1;
        if (byte_in & !room & !lost) missed <= missed + 3'd1;
        if (forget | (state == JUDGE)) {begun, missed} <= 4'd0;
        case (state)
            BODY:      if (ends & !forget) state <= JUDGE;
            JUDGE:     state <= keep ? MEASURE : BODY;
            MEASURE:   state <= LENGTH_LO;
            LENGTH_LO: state <= too_short ? BODY : LENGTH_HI;
            LENGTH_HI: state <= COMMIT;
            default:   state <= BODY;
        endcase
        if (rst) begin
            state        <= BODY;
            tail         <= {BITS + 1{1'b0}};
            at_n         <= ~LENGTH_BYTES;
            missed       <= 3'd0;
            begun        <= 1'b0;
            dropped_bad  <= 1'b0;
            dropped_full <= 1'b0;
        end
    end

endmodule
`resetall
