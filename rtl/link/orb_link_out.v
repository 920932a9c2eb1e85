`resetall
// Sends answers: their headers, the registers that it reads or the beats of the replay buffer, and their CRC-32.
// SPDX-License-Identifier: Apache-2.0
//
// Bytes come and go at most one per cycle, when tvalid and tready are 1. Registers are read twice, because the header
// of the answer is sent first and contains whether a register refuses. The slave holds the word of a register until its
// last byte has been sent, so it needs no register here. A beat is sent from a register, while the next one is read:
// beats of three bytes or more are sent at one byte per cycle.
`resetall
`default_nettype none

module orb_link_out #(
    parameter BYTES    = 3,  // bytes of a beat, 1..16
    parameter REPLAY   = 8,  // log2 of the beats of the replay buffer, 4..14
    parameter MEM_LAT  = 2,  // cycles from address to data of the replay buffer, 1 or 2
    parameter CRC_BITS = 8,  // bits that the CRC-32 processes in a cycle, 8 or 1
    parameter HEAD     = 6   // bytes of a header, 6..14
) (
    input  wire               clk,
    input  wire               rst,
    output wire               idle,            // no answer is being sent
    output wire               hold,            // registers are read: the positions must not change
    // headers of answers and what goes with them, see orb_link_fetch
    input  wire [        7:0] s_tdata,
    input  wire               s_tvalid,
    output wire               s_tready,
    input  wire               s_reads,
    input  wire               s_streams,
    input  wire [   REPLAY:0] s_count,
    input  wire [       15:0] s_address,
    // beats of the replay buffer
    output wire               reading,         // beats from `at` on have not been read yet
    output reg  [       15:0] at,              // for registers, the address of the next one
    output reg                re,
    input  wire [8*BYTES-1:0] beat,
    // bodies of answers
    output wire [        7:0] m_tdata,
    output wire               m_tvalid,
    input  wire               m_tready,
    output wire               m_tlast,
    // registers
    output wire [       15:0] m_axil_araddr,
    output reg                m_axil_arvalid,
    input  wire               m_axil_arready,
    input  wire [        7:0] m_axil_rbyte,    // the byte with this number of the word that was read
    output wire [        1:0] m_axil_number,   // the slave holds the word until rready
    input  wire [        1:0] m_axil_rresp,
    input  wire               m_axil_rvalid,
    output wire               m_axil_rready
);

    localparam [31:0] HEADER_BYTES = HEAD;
    localparam [3:0] HEADER_LAST = HEADER_BYTES[3:0] - 4'd1, CRC_LAST = 4'd3;
    localparam [7:0] REFUSED = 8'h10;  // the status in the second byte of the header, see docs/link.md

    localparam [2:0] IDLE = 3'd0, UNIT = 3'd1, WAIT = 3'd2, HEADER = 3'd3, SEND = 3'd4, STREAM = 3'd5, CRC = 3'd6;
    localparam UB = BYTES > 4 ? $clog2(BYTES) : 2;
    localparam [31:0] LAST_BYTE = BYTES - 1;  // number of the last byte of a beat

    reg [2:0] state;
    reg [3:0] step;         // number of the byte in the header or the CRC-32
    reg reads, streams;     // the payload consists of registers, of beats
    reg probing;            // the registers are read for the first time, for the status
    reg any_refused;        // one of them refused
    reg [UB-1:0] unit;      // number of the byte in the register or beat
    reg [REPLAY:0] left;    // registers or beats that are still to be read
    wire complete = (left == {REPLAY + 1{1'b0}});
    wire give = m_tvalid & m_tready;
    wire probed = (state == UNIT) & probing & complete;  // the registers are read again, from the first one on
    wire word_done = probing ? (state == WAIT) & m_axil_rvalid : (state == SEND) & give & (unit[1:0] == 2'd3);

    assign idle = (state == IDLE);
    assign hold = reads & !idle;
    assign s_tready = (state == HEADER) & m_tready & crc_ready;
    assign m_axil_number = unit[1:0];
    assign m_axil_araddr = at;
    assign m_axil_rready = (state == UNIT);  // when the word has been sent, or its response has been seen
    assign m_tvalid = ((state == HEADER) | ((state == SEND) & fresh) | ((state == STREAM) & held) | (state == CRC)) &
                      crc_ready;
    assign m_tlast = (state == CRC) & (step == CRC_LAST);

    // ---- beats: one is being sent, and the next one is on its way from the memory -----------------------------------
    reg [8*BYTES-1:0] word;  // the beat that is sent, from its lowest byte on
    reg held;                // there is one
    reg [MEM_LAT-1:0] coming;  // the next one was asked for n + 1 cycles ago in bit n; the last bit stays
    wire last_byte = (unit == LAST_BYTE[UB-1:0]);
    wire sent = (state == STREAM) & give & last_byte;
    wire load = coming[MEM_LAT-1] & (!held | sent);

    wire asked = (coming != {MEM_LAT{1'b0}});
    wire [MEM_LAT:0] coming_next = {coming, re};
    wire unused_next = &{1'b0, coming_next[MEM_LAT]};

    assign reading = streams & !complete;
    wire any_beat = reading | re | asked | held;  // a beat is still to be sent

    // ---- bytes that are sent, and their checksum --------------------------------------------------------------------
    wire [31:0] crc;
    wire crc_ready, good;
    wire unused = &{1'b0, good, crc, m_axil_rresp[0]};
    reg refused;        // the register refused the access, and is sent as 0
    reg fresh;          // rbyte is the byte with the number `unit`
    reg [7:0] rbyte;
    always @(posedge clk) begin
        fresh <= (state == SEND) & !give;
        rbyte <= m_axil_rbyte & {8{!refused}};
    end
    wire [7:0] head = s_tdata | ((any_refused & (step == 4'd1)) ? REFUSED : 8'd0);
    assign m_tdata = (state == HEADER) ? head : (state == SEND) ? rbyte : (state == STREAM) ? word[7:0] : ~crc[7:0];

    orb_crc32 #(
        .BITS(CRC_BITS)
    ) crc32 (
        .clk  (clk),
        .clear(state == IDLE),
        .en   (give),
        .own  (state == CRC),
        .data (m_tdata),
        .ready(crc_ready),
        .crc  (crc),
        .good (good)
    );

    always @(posedge clk) begin
        if (m_axil_arready) m_axil_arvalid <= 1'b0;
        // the memory is read in the cycle after that in which the beat before has left it
        re     <= (load | !asked) & reading & !re;
        coming <= coming_next[MEM_LAT-1:0];
        if (coming[MEM_LAT-1] & !load) coming[MEM_LAT-1] <= 1'b1;
        if (idle | probed) begin  // until its first byte is taken, a header comes with its count and its address
            left <= s_count;
            at   <= s_address;
        end else if (re | word_done) begin
            left <= left - 1'b1;
            at   <= at + {13'd0, reads, 1'b0, !reads};
        end
        if (load) begin
            word <= beat;
            held <= 1'b1;
        end else if (sent) held <= 1'b0;
        else if (give & (state == STREAM)) word <= word >> 8;
        if (give) step <= step + 4'd1;
        case (state)
            IDLE: begin
                step        <= 4'd0;
                unit        <= {UB{1'b0}};
                reads       <= s_tvalid & s_reads;
                streams     <= s_tvalid & s_streams;
                probing     <= s_reads;
                any_refused <= 1'b0;
                if (s_tvalid) state <= s_reads ? UNIT : HEADER;
            end
            UNIT: begin
                m_axil_arvalid <= !complete;
                unit           <= {UB{1'b0}};
                step           <= 4'd0;
                probing        <= probing & !complete;
                state          <= !complete ? WAIT : probing ? HEADER : CRC;
            end
            WAIT:
            if (m_axil_rvalid) begin
                state   <= probing ? UNIT : SEND;
                refused <= m_axil_rresp[1];
                if (probing) any_refused <= any_refused | m_axil_rresp[1];
            end
            HEADER:
            if (give & (step == HEADER_LAST)) begin
                step  <= 4'd0;
                state <= reads ? UNIT : any_beat ? STREAM : CRC;
            end
            SEND:
            if (give) begin
                unit <= unit + 1'b1;
                if (unit[1:0] == 2'd3) state <= UNIT;
            end
            STREAM: begin
                step <= 4'd0;
                if (give) unit <= last_byte ? {UB{1'b0}} : unit + 1'b1;
                if (sent & !load & complete & !asked & !re) state <= CRC;
            end
            default:  // CRC
            if (give & (step == CRC_LAST)) state <= IDLE;
        endcase
        if (rst) begin
            state          <= IDLE;
            reads          <= 1'b0;
            streams        <= 1'b0;
            held           <= 1'b0;
            re             <= 1'b0;
            coming         <= {MEM_LAT{1'b0}};
            m_axil_arvalid <= 1'b0;
        end
    end

endmodule
`resetall
