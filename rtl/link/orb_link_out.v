// Answers requests in order: reads registers, fetches beats from the core, and sends header, payload and CRC-32.
// SPDX-License-Identifier: Apache-2.0
//
// Bytes come and go at most one per cycle, when tvalid and tready are 1. Registers are read twice, because the header
// of the answer is sent first and contains whether a register refuses. The replay buffer keeps beats, so the host may
// repeat a request for them. Words that are sent need no register here: the slave holds the word of a register until
// its last byte has been sent, and the replay buffer holds the beat.
`resetall
`default_nettype none

module orb_link_out #(
    parameter BYTES  = 3,   // bytes of a beat, 1..16
    parameter REPLAY = 8,   // log2 of the beats of the replay buffer, 4..14
    parameter MEM_LAT = 2,  // cycles from address to data of the replay buffer, 1 or 2
    parameter CRC_BITS = 8, // bits that the CRC-32 processes in a cycle, 8 or 1
    parameter WORD   = BYTES > 4 ? BYTES : 4  // bytes of the longer of a register and a beat
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               tick,            // the module waits for a beat until the fifth tick
    output wire               idle,            // no answer is being sent
    output wire [       15:0] position,        // number of beats that were fetched, modulo 2^16
    // records of answers: six bytes each, see orb_link_in
    input  wire [        7:0] s_tdata,
    input  wire               s_tvalid,
    output wire               s_tready,
    // bodies of answers
    output wire [        7:0] m_tdata,
    output wire               m_tvalid,
    input  wire               m_tready,
    output wire               m_tlast,
    // registers
    output reg  [       15:0] m_axil_araddr,
    output reg                m_axil_arvalid,
    input  wire               m_axil_arready,
    input  wire [        7:0] m_axil_rbyte,    // the byte with this number of the word that was read
    output wire [        1:0] m_axil_number,   // the slave holds the word until rready
    input  wire [        1:0] m_axil_rresp,
    input  wire               m_axil_rvalid,
    output wire               m_axil_rready,
    // beats
    input  wire [8*BYTES-1:0] s_axis_tdata,
    input  wire               s_axis_tvalid,
    output wire               s_axis_tready
);

    // operations and status of the protocol, see docs/link.md
    localparam [1:0] OP_READ = 2'd0, OP_OUT = 2'd3;
    localparam [1:0] REFUSED = 2'd1, ELSEWHERE = 2'd2;
    localparam [2:0] HEADER_LAST = 3'd5, CRC_LAST = 3'd3, LATE = 3'd5;

    localparam [3:0] RECORD = 4'd0, CHECK = 4'd1, BEGIN = 4'd2, FETCH = 4'd3, HEADER = 4'd4, UNIT = 4'd5, WAIT = 4'd6,
                     SEND = 4'd7, CRC = 4'd8, LOOK = 4'd9;
    localparam UB = $clog2(WORD);
    localparam [31:0] LAST_BYTE = BYTES - 1;  // number of the last byte of a beat

    reg [3:0] state;
    reg [2:0] step;         // number of the byte in the record, the header or the CRC-32
    reg [47:0] header;
    reg probing;            // the registers are read for the first time, for the status
    reg [UB-1:0] unit;      // number of the byte in the register or beat
    reg [REPLAY:0] done;    // registers or beats that were read or sent; in FETCH: beats that are there to be sent
    reg full;               // the whole replay buffer has been written
    reg [2:0] ticks;        // ticks for which the module has waited for a beat

    wire [REPLAY:0] count = header[16+:REPLAY+1];  // if there is a payload
    wire [15:0] address = header[47:32];
    reg reads, streams;     // the payload consists of registers, of beats
    wire complete = (done == count);
    wire enough = (done >= count);
    wire ends = (unit == (reads ? 3 : LAST_BYTE[UB-1:0]));  // the last byte of the register or beat

    wire take = s_tvalid & s_tready;
    wire give = m_tvalid & m_tready;
    wire fetch = s_axis_tvalid & s_axis_tready;

    assign m_axil_number = unit[1:0];
    assign idle = (state == RECORD) & (step == 3'd0);
    assign s_tready = (state == RECORD);
    assign s_axis_tready = (state == FETCH) & !enough;
    assign m_axil_rready = reads & (probing ? (state == WAIT) : (state == SEND) & give & ends);
    assign m_tvalid = ((state == HEADER) | ((state == SEND) & (fresh | !reads)) | (state == CRC)) & crc_ready;
    assign m_tlast = (state == CRC) & (step == CRC_LAST);

    // ---- the first beat has to be in the replay buffer, or be the next one ------------------------------------------
    reg [15:0] position_n;  // complement of position, so that subtractions become additions
    wire [16:0] behind_n = {1'b0, position_n} + {1'b0, address};
    wire [15:0] behind = ~behind_n[15:0];  // fetched beats from the requested position on
    wire too_far = |behind[15:REPLAY+1] | (behind[REPLAY] & |behind[REPLAY-1:0]);
    reg legal;
    always @(posedge clk) legal <= !too_far & (full | !behind_n[16]);
    assign position = ~position_n;

    wire [8*BYTES-1:0] replayed;
    wire [14:0] done_wide = {{(14 - REPLAY) {1'b0}}, done};
    wire [REPLAY-1:0] raddr = address[REPLAY-1:0] + done[REPLAY-1:0];

    orb_ram_sdp #(
        .WIDTH  (8 * BYTES),
        .DEPTH  (1 << REPLAY),
        .LATENCY(MEM_LAT)
    ) replay (
        .clk  (clk),
        .we   (fetch),
        .waddr(position[REPLAY-1:0]),
        .wdata(s_axis_tdata),
        .re   ((state == UNIT) | (state == LOOK)),
        .raddr(raddr),
        .rdata(replayed)
    );

    // ---- bytes that are sent, and their checksum --------------------------------------------------------------------
    wire [31:0] crc;
    wire crc_ready, good;
    wire unused = &{1'b0, good, crc, done_wide[14], m_axil_rresp[0]};
    /* verilator lint_off WIDTH */  // BYTES may be less than WORD
    wire [8*WORD-1:0] beat = replayed;
    /* verilator lint_on WIDTH */
    reg refused;        // the register refused the access, and is sent as 0
    reg fresh;          // rbyte is the byte with the number `unit`
    reg [7:0] rbyte;
    always @(posedge clk) begin
        fresh <= (state == SEND) & !give;
        rbyte <= m_axil_rbyte & {8{!refused}};
    end
    wire [7:0] part = reads ? rbyte : beat[8*unit+:8];
    assign m_tdata = (state == HEADER) ? header[7:0] : (state == SEND) ? part : ~crc[7:0];

    orb_crc32 #(
        .BITS(CRC_BITS)
    ) crc32 (
        .clk  (clk),
        .clear(state == RECORD),
        .en   (give),
        .own  (state == CRC),
        .data (m_tdata),
        .ready(crc_ready),
        .crc  (crc),
        .good (good)
    );

    always @(posedge clk) begin
        if (m_axil_arready) m_axil_arvalid <= 1'b0;
        if (fetch) begin
            position_n <= position_n - 16'd1;
            full       <= full | (&position[REPLAY-1:0]);
            done       <= done + 1'b1;
        end
        if ((state != FETCH) | s_axis_tvalid) ticks <= 3'd0;  // an offered beat is taken, or none is needed
        else if (tick) ticks <= ticks + 3'd1;
        if (give) step <= step + 3'd1;
        case (state)
            RECORD:
            if (take) begin
                header <= {s_tdata, header[47:8]};
                step   <= (step == HEADER_LAST) ? 3'd0 : step + 3'd1;
                if (step == HEADER_LAST) state <= CHECK;
            end
            CHECK: begin  // legal is valid a cycle after the header
                reads   <= (header[15:8] == {6'd0, OP_READ});  // with status 0
                streams <= (header[15:8] == {6'd0, OP_OUT});
                done    <= behind[REPLAY:0];
                state   <= BEGIN;
            end
            BEGIN: begin
                probing <= reads;
                state   <= reads ? UNIT : HEADER;
                if (reads) done <= {REPLAY + 1{1'b0}};
                if (streams & legal) state <= FETCH;
                if (streams & !legal) begin
                    header[13:12] <= ELSEWHERE;
                    header[31:16] <= 16'd0;
                    header[47:32] <= position;
                end
            end
            FETCH:
            if (enough | (ticks == LATE)) begin
                if (!enough) header[16+:REPLAY+1] <= done;
                state <= HEADER;
            end
            HEADER: begin
                done <= {REPLAY + 1{1'b0}};
                if (give) begin
                    header <= {header[7:0], header[47:8]};  // rotated, because it is still needed
                    if (step == HEADER_LAST) begin
                        step  <= 3'd0;
                        state <= (reads | streams) ? UNIT : CRC;
                    end
                end
            end
            UNIT: begin
                m_axil_arvalid <= reads & !complete;
                m_axil_araddr  <= {address[15:2] + done_wide[13:0], address[1:0]};
                unit           <= {UB{1'b0}};
                step           <= 3'd0;
                probing        <= probing & !complete;
                state          <= complete ? (probing ? HEADER : CRC) : streams ? LOOK : WAIT;
            end
            LOOK: state <= WAIT;  // the memory takes two cycles
            WAIT:
            if (streams | m_axil_rvalid) begin
                state <= probing ? UNIT : SEND;
                if (probing) done <= done + 1'b1;
                refused <= m_axil_rresp[1];
                if (m_axil_rresp[1] & probing) header[13:12] <= REFUSED;
            end
            SEND:
            if (give) begin
                unit <= unit + 1'b1;
                if (ends) begin
                    done  <= done + 1'b1;
                    state <= UNIT;
                end
            end
            default:  // CRC
            if (give & (step == CRC_LAST)) begin
                step  <= 3'd0;
                state <= RECORD;
            end
        endcase
        if (rst) begin
            state          <= RECORD;
            step           <= 3'd0;
            position_n     <= 16'hFFFF;
            full           <= 1'b0;
            m_axil_arvalid <= 1'b0;
        end
    end

endmodule
`resetall
