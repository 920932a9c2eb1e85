// Answers requests in their order: reads registers, fetches beats from the core, and sends it all with its CRC-32.
// SPDX-License-Identifier: Apache-2.0
//
// Registers are read twice, because the header of the answer goes first and has to say whether a register refuses. The
// replay buffer keeps beats, so a request for them can be repeated. Words to be sent need no register here: the slave
// holds a register's word until its last byte is gone, and the replay buffer holds the beat.
`resetall
`default_nettype none

module orb_link_out #(
    parameter BYTES  = 3,   // bytes of a beat, 1..16
    parameter REPLAY = 8,   // log2 of the beats that are kept, 4..14
    parameter MEM_LAT = 2,  // cycles from the replay buffer's address to data, 1 or 2
    parameter CRC_BITS = 8, // of a byte that the CRC-32 takes in a cycle, see orb_crc32
    parameter WORD   = BYTES > 4 ? BYTES : 4  // bytes that are sent together, at most
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               tick,            // a beat is waited for until the fifth one
    output wire               idle,            // between two answers
    output wire [       15:0] position,        // beats that were fetched
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
    input  wire [        7:0] m_axil_rbyte,    // of the word that was read the byte of this number
    output wire [        1:0] m_axil_number,   // ... which stays until rready
    input  wire [        1:0] m_axil_rresp,
    input  wire               m_axil_rvalid,
    output wire               m_axil_rready,
    // beats
    input  wire [8*BYTES-1:0] s_axis_tdata,
    input  wire               s_axis_tvalid,
    output wire               s_axis_tready
);

    // the link's format, see docs/link.md
    localparam [1:0] OP_READ = 2'd0, OP_OUT = 2'd3;
    localparam [1:0] REFUSED = 2'd1, ELSEWHERE = 2'd2;
    localparam [2:0] HEADER_LAST = 3'd5, CRC_LAST = 3'd3, LATE = 3'd5;

    localparam [3:0] RECORD = 4'd0, CHECK = 4'd1, BEGIN = 4'd2, FETCH = 4'd3, HEADER = 4'd4, UNIT = 4'd5, WAIT = 4'd6,
                     SEND = 4'd7, CRC = 4'd8, LOOK = 4'd9;
    localparam UB = $clog2(WORD);
    localparam [31:0] LAST_BYTE = BYTES - 1;  // of a beat

    reg [3:0] state;
    reg [2:0] step;         // byte of the record, of the header or of the CRC-32
    reg [47:0] header;
    reg probing;            // the first time through the registers
    reg [UB-1:0] unit;      // byte of the register or beat
    reg [REPLAY:0] done;    // registers or beats that were read or sent
    reg full;               // all of the replay buffer was written
    reg [2:0] ticks;        // that a beat has been waited for

    wire [REPLAY:0] count = header[16+:REPLAY+1];  // where there is a payload
    wire [15:0] address = header[47:32];
    reg reads, streams;     // the payload is registers, is beats
    wire complete = (done == count);
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

    // ---- is the first beat in the replay buffer, or the next one ----------------------------------------------------
    reg [15:0] position_n;  // kept as its complement: what is subtracted from it can then be added
    wire [16:0] behind_n = {1'b0, position_n} + {1'b0, address};
    wire [15:0] behind = ~behind_n[15:0];  // where it is: beats from there on that were fetched
    wire too_far = |behind[15:REPLAY+1] | (behind[REPLAY] & |behind[REPLAY-1:0]);
    reg legal;
    always @(posedge clk) legal <= !too_far & (full | !behind_n[16]);
    wire [REPLAY:0] unused_sum;
    wire fewer;  // than are wanted
    assign {fewer, unused_sum} = {1'b0, behind_n[REPLAY:0]} + {1'b0, count};
    wire enough = !fewer;
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

    // ---- the checksum: fed with its own low byte it moves down ------------------------------------------------------
    wire [31:0] crc;
    wire crc_ready, good;
    wire unused = &{1'b0, good, crc, unused_sum, done_wide[14], m_axil_rresp[0]};
    /* verilator lint_off WIDTH */  // no beat is longer than the longest
    wire [8*WORD-1:0] beat = replayed;
    /* verilator lint_on WIDTH */
    reg refused;  // by the register: it counts as 0
    reg fresh;          // rbyte is that of `unit`
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
        end
        if ((state != FETCH) | s_axis_tvalid) ticks <= 3'd0;  // what is offered is taken, or was not wanted any more
        else if (tick) ticks <= ticks + 3'd1;
        if (give) step <= step + 3'd1;
        case (state)
            RECORD:
            if (take) begin
                header <= {s_tdata, header[47:8]};
                step   <= (step == HEADER_LAST) ? 3'd0 : step + 3'd1;
                if (step == HEADER_LAST) state <= CHECK;
            end
            CHECK: begin  // legal follows
                reads   <= (header[15:8] == {6'd0, OP_READ});  // and nothing is wrong so far
                streams <= (header[15:8] == {6'd0, OP_OUT});
                state   <= BEGIN;
            end
            BEGIN: begin
                probing <= reads;
                state   <= reads ? UNIT : HEADER;
                done    <= {REPLAY + 1{1'b0}};
                if (streams & legal) state <= FETCH;
                if (streams & !legal) begin
                    header[13:12] <= ELSEWHERE;
                    header[31:16] <= 16'd0;
                    header[47:32] <= position;
                end
            end
            FETCH:
            if (enough | (ticks == LATE)) begin
                if (!enough) header[16+:REPLAY+1] <= behind[REPLAY:0];
                state <= HEADER;
            end
            HEADER: begin
                done <= {REPLAY + 1{1'b0}};
                if (give) begin
                    header <= {header[7:0], header[47:8]};  // it is still needed
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
