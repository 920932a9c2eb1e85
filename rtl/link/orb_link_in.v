// Processes requests in order: writes registers, offers beats to the core, and gives a record of each answer.
// SPDX-License-Identifier: Apache-2.0
//
// Bytes come and go at most one per cycle, when tvalid and tready are 1. A record for orb_link_fetch has as many bytes
// as a header: the header of the answer or, for a request that reads, the header of the request.
//
// A beat is offered from a register of its own, so the bytes of the next one come in meanwhile. With beats of two bytes
// or more, payload comes in at one byte per cycle if the core takes each beat at once.
`resetall
`default_nettype none

module orb_link_in #(
    parameter BYTES  = 3,   // bytes of a beat, 1..16
    parameter RING   = 9,   // log2 of the bytes of the longest payload, 9..14
    parameter REPLAY = 8,   // log2 of the largest number of registers or beats that a request may read, 4..14
    parameter HEAD   = 6,   // bytes of a header, 6..14; those from the seventh on are copied to the answer
    parameter WORD   = BYTES > 4 ? BYTES : 4  // bytes of the longer of a register and a beat
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               tick,            // a beat is offered until the fifth tick
    input  wire               hold,            // begin nothing that changes position, last or a register
    output wire               busy,            // position, last or a register may change
    output wire               idle,            // no request is being processed
    output wire [       15:0] position,        // number of beats that the core has taken, modulo 2^16
    output reg  [        7:0] last,            // sequence number of the last write
    output reg                last_valid,      // there was a write since the reset
    // requests: length of the payload (two bytes), header, payload
    input  wire [        7:0] s_tdata,
    input  wire               s_tvalid,
    output wire               s_tready,
    // records of answers
    output wire [        7:0] m_tdata,
    output wire               m_tvalid,
    input  wire               m_tready,
    // registers
    output reg  [       15:0] m_axil_awaddr,
    output reg                m_axil_awvalid,
    input  wire               m_axil_awready,
    output wire [       31:0] m_axil_wdata,
    output reg                m_axil_wvalid,
    input  wire               m_axil_wready,
    input  wire [        1:0] m_axil_bresp,
    input  wire               m_axil_bvalid,
    output wire               m_axil_bready,
    // beats; the module withdraws one that is not taken in time
    output reg  [8*BYTES-1:0] m_axis_tdata,
    output reg                m_axis_tvalid,
    input  wire               m_axis_tready
);

    // operations and status of the protocol, see docs/link.md
    localparam [1:0] OP_WRITE = 2'd1, OP_IN = 2'd2;
    localparam [1:0] DONE = 2'd0, REFUSED = 2'd1, ELSEWHERE = 2'd2, MALFORMED = 2'd3;
    localparam [31:0] HEADER_BYTES = HEAD;
    localparam [3:0] HEADER_LAST = HEADER_BYTES[3:0] - 4'd1;

    localparam [3:0] LENGTH_LO = 4'd0, LENGTH_HI = 4'd1, HEADER = 4'd2, CHECK = 4'd3, BEGIN = 4'd4, GATHER = 4'd5,
                     ACT = 4'd6, WAIT = 4'd7, DRAIN = 4'd8, FINISH = 4'd9, RECORD = 4'd10,
                     STREAM = 4'd11;
    localparam UB = $clog2(WORD);
    localparam [31:0] LAST_BYTE = BYTES - 1;  // number of the last byte of a beat
    localparam [2:0] LATE = 3'd5;

    reg [3:0] state;
    reg [3:0] step;         // number of the byte in the header or the record
    reg [8*HEAD-1:0] header;      // header of the request, then of the answer
    reg [RING-1:0] left;    // bytes of the payload that are still to come
    reg all;                // there are none, once the length is known
    reg [UB-1:0] unit;      // bytes of the register or beat that are still to come, less 1
    reg [8*WORD-1:0] word;  // the register or beat, in the highest bytes
    reg [1:0] status;       // status of the answer
    reg last_refused;       // the last write ended with REFUSED
    reg [2:0] ticks;        // ticks for which the beat has been offered
    reg full;               // the word is a beat that has not been offered

    wire [7:0] seq = header[7:0], op = header[15:8];
    wire [15:0] count = header[31:16], address = header[47:32];
    reg [RING:0] done;  // registers or beats of the request that have been processed
    wire [15:0] done_wide = {{(15 - RING) {1'b0}}, done};
    wire is_write = (op[1:0] == OP_WRITE), is_in = (op[1:0] == OP_IN);
    wire again = last_valid & (seq == last);

    // ---- the length of the payload has to match the count -----------------------------------------------------------
    function [20:0] bytes;  // bytes of a number of beats, without a multiplier
        input [15:0] number;
        integer i;
        begin
            bytes = 21'd0;
            for (i = 0; i < 5; i = i + 1) if (((BYTES >> i) & 1) != 0) bytes = bytes + ({5'd0, number} << i);
        end
    endfunction

    wire [20:0] left_wide = {{(21 - RING) {1'b0}}, left};
    wire fits = is_write ? (left_wide == {3'd0, count, 2'd0}) : is_in ? (left_wide == bytes(count)) : all;
    wire too_many = !is_write & !is_in & (|count[15:REPLAY+1] | (count[REPLAY] & |count[REPLAY-1:0]));
    reg malformed;
    always @(posedge clk) malformed <= (op[7:2] != 6'd0) | !fits | too_many;

    // ---- beats that the core has already are skipped ----------------------------------------------------------------
    reg [15:0] position_n;  // complement of position, so that subtractions become additions
    wire [15:0] known = ~(position_n + address);  // beats of the frame that the core has; < 0: a frame is missing
    assign position = ~position_n;
    reg skip;
    always @(posedge clk) skip <= is_write ? again : (done_wide != known);

    wire unused = &{1'b0, m_axil_bresp[0]};

    reg taken;  // the core took the beat in the last cycle
    wire late = (ticks == LATE);
    reg expired;  // the beat was withdrawn in the last cycle, unless the core took it
    reg moved;  // a beat was moved in the last cycle, so skip does not take it into account
    // the beat moves on, to be offered or to be forgotten
    wire move = full & !m_axis_tvalid & !moved & !expired & !hold;
    wire counted = ((state == ACT) & skip) | ((state == WAIT) & m_axil_bvalid) | (move & skip) | taken;
    wire take = s_tvalid & s_tready;
    wire give = m_tvalid & m_tready;
    wire one = (left == {{(RING - 1) {1'b0}}, 1'b1});
    wire ends = take & one;  // with the last byte of the payload

    wire loads = (state == LENGTH_LO) | (state == LENGTH_HI);
    wire counts = (state == GATHER) | (state == STREAM) | (state == DRAIN);
    // arbitrary where a byte of `left` is loaded, so that the cells of the adder also select
    wire [RING-1:0] less = left + {RING{!loads}};

    assign busy = (state == WAIT) | m_axis_tvalid | taken;
    assign idle = (state == LENGTH_LO);
    assign s_tready = (state == LENGTH_LO) | (state == LENGTH_HI) | (state == HEADER) | (state == GATHER) |
                      (state == DRAIN) | ((state == STREAM) & !all & (!full | move));
    assign m_tvalid = (state == RECORD);
    assign m_tdata = header[7:0];
    assign m_axil_wdata = word[8*WORD-1-:32];
    assign m_axil_bready = (state == WAIT);

    always @(posedge clk) begin
        if (m_axil_awready) m_axil_awvalid <= 1'b0;
        if (m_axil_wready) m_axil_wvalid <= 1'b0;
        taken <= !rst & m_axis_tvalid & m_axis_tready;
        expired <= !rst & m_axis_tvalid & late;
        if (taken) position_n <= position_n - 16'd1;
        if (!m_axis_tvalid) ticks <= 3'd0;
        else if (tick) ticks <= ticks + 3'd1;
        moved <= move;
        if (move) m_axis_tdata <= word[8*WORD-1-:8*BYTES];
        if (take & ((state == GATHER) | (state == STREAM))) word <= {s_tdata, word[8*WORD-1:8]};
        if (take & (counts | (state == LENGTH_LO))) left[7:0] <= loads ? s_tdata : less[7:0];
        if (take & (counts | (state == LENGTH_HI))) begin
            left[RING-1:8] <= loads ? s_tdata[RING-9:0] : less[RING-1:8];
            all            <= loads ? ({s_tdata[RING-9:0], left[7:0]} == {RING{1'b0}}) : one;
        end
        if (idle) done <= {RING + 1{1'b0}};
        else if (counted) done <= done + 1'b1;
        case (state)
            LENGTH_LO: begin
                step   <= 4'd0;
                status <= DONE;
                full   <= 1'b0;
                if (take) state <= LENGTH_HI;
            end
            LENGTH_HI: if (take) state <= HEADER;
            HEADER:
            if (take) begin
                header <= {s_tdata, header[8*HEAD-1:8]};
                step   <= (step == HEADER_LAST) ? 4'd0 : step + 4'd1;
                if (step == HEADER_LAST) state <= CHECK;
            end
            CHECK: state <= BEGIN;  // malformed and skip are valid a cycle after the header
            BEGIN: begin
                unit  <= is_write ? 3 : LAST_BYTE[UB-1:0];
                state <= all ? FINISH : is_in ? STREAM : GATHER;
                if (malformed | (is_in & known[15])) begin
                    status <= malformed ? MALFORMED : ELSEWHERE;
                    state  <= all ? FINISH : DRAIN;
                end else if (is_write & again) status <= {1'b0, last_refused};
                else if (is_write) last_refused <= 1'b0;
            end
            GATHER:
            if (take) begin
                unit <= unit - 1'b1;
                if (unit == {UB{1'b0}}) state <= ACT;
            end
            ACT: begin
                unit <= 3;
                m_axil_awaddr <= address + {done_wide[13:0], 2'd0};
                if (skip) state <= all ? FINISH : GATHER;
                else if (!hold) begin
                    m_axil_awvalid <= 1'b1;
                    m_axil_wvalid  <= 1'b1;
                    state          <= WAIT;
                end
            end
            WAIT: begin
                if (m_axil_bvalid) state <= all ? FINISH : GATHER;
                if (m_axil_bvalid & m_axil_bresp[1]) begin
                    status       <= REFUSED;
                    last_refused <= 1'b1;
                end
            end
            STREAM: begin
                if (take) unit <= (unit == {UB{1'b0}}) ? LAST_BYTE[UB-1:0] : unit - 1'b1;
                if (move | take) full <= take & (unit == {UB{1'b0}});
                if (move) m_axis_tvalid <= !skip;
                else if (m_axis_tready | late) m_axis_tvalid <= 1'b0;
                if (expired & !taken) begin  // the core did not take the beat in time
                    full  <= 1'b0;
                    state <= (all | ends) ? FINISH : DRAIN;
                end else if (all & !full & !m_axis_tvalid & !taken) state <= FINISH;
            end
            DRAIN: if (ends) state <= FINISH;
            FINISH:
            if (!hold) begin
                if (is_write & (status != MALFORMED)) begin
                    last       <= seq;
                    last_valid <= 1'b1;
                end
                header[15:8] <= {2'd0, status, op[3:0]};
                if (is_write | is_in | status[1]) header[31:16] <= done_wide;
                if (is_in) header[47:32] <= position;
                state <= RECORD;
            end
            default:  // RECORD
            if (give) begin
                header <= {8'd0, header[8*HEAD-1:8]};
                step   <= step + 4'd1;
                if (step == HEADER_LAST) state <= LENGTH_LO;
            end
        endcase
        if (rst) begin
            state          <= LENGTH_LO;
            position_n     <= 16'hFFFF;
            last_valid     <= 1'b0;
            full           <= 1'b0;
            m_axil_awvalid <= 1'b0;
            m_axil_wvalid  <= 1'b0;
            m_axis_tvalid  <= 1'b0;
        end
    end

endmodule
`resetall
