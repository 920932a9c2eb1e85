`resetall
// Prepares answers in order: fetches the beats that they need from the core, and keeps the last ones in a buffer.
// SPDX-License-Identifier: Apache-2.0
//
// A record from orb_link_in becomes the header of an answer, which orb_link_out takes byte by byte. For a stream out,
// the module first fetches beats until the answer is complete, or the core has offered none for too long.
//
// EAGER = 1 is for a port that is as fast as the core. An answer without beats waits in a register of its own then, so
// that it does not keep the next stream out from its beats. Beats are fetched while orb_link_out still reads those of
// the answer before, which are not overwritten until then. And while another record waits, the core has only 64 cycles
// to offer a beat.
`resetall
`default_nettype none

module orb_link_fetch #(
    parameter BYTES   = 3,  // bytes of a beat, 1..16
    parameter REPLAY  = 8,  // log2 of the beats of the replay buffer, 4..14
    parameter MEM_LAT = 2,  // cycles from address to data of the replay buffer, 1 or 2
    parameter HEAD    = 6,  // bytes of a header, 6..14
    parameter EAGER   = 0   // 1: see above
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               tick,       // the module waits for a beat until the fifth tick
    input  wire               hold,       // do not change position
    output wire               idle,       // there is no record
    output wire [       15:0] position,   // number of beats that were fetched, modulo 2^16
    // records of answers, see orb_link_in
    input  wire [        7:0] s_tdata,
    input  wire               s_tvalid,
    output wire               s_tready,
    // headers of answers
    output wire [        7:0] m_tdata,
    output wire               m_tvalid,
    input  wire               m_tready,
    // what goes with a header, until its first byte is taken
    output wire               reads,      // the payload consists of registers,
    output wire               streams,    // of beats,
    output wire [   REPLAY:0] count,      // as many
    output wire [       15:0] address,    // from here on
    // beats of the replay buffer
    input  wire               reading,    // beats from `at` on have not been read yet
    input  wire [       15:0] at,
    input  wire               re,         // read that beat
    output wire [8*BYTES-1:0] beat,       // MEM_LAT cycles later
    // beats from the core
    input  wire [8*BYTES-1:0] s_axis_tdata,
    input  wire               s_axis_tvalid,
    output wire               s_axis_tready
);

    // operations and status of the protocol, see docs/link.md
    localparam [1:0] OP_READ = 2'd0, OP_OUT = 2'd3, ELSEWHERE = 2'd2;
    localparam [31:0] HEADER_BYTES = HEAD;
    localparam [3:0] HEADER_LAST = HEADER_BYTES[3:0] - 4'd1;
    localparam [2:0] LATE = 3'd5;

    localparam [2:0] RECORD = 3'd0, CHECK = 3'd1, BEGIN = 3'd2, FETCH = 3'd3, OFFER = 3'd4;

    reg [2:0] state;
    reg [3:0] step;         // number of the byte in the record or the header
    reg [8*HEAD-1:0] header;
    reg [REPLAY:0] there;   // beats that are there to be sent
    reg full;               // the whole replay buffer has been written
    reg [2:0] ticks;        // ticks for which the module has waited for a beat,
    reg [6:0] cycles;       // and cycles, at most 64; only if it is eager
    wire late = (ticks == LATE) | (EAGER != 0 & cycles[6] & s_tvalid);

    wire take = s_tvalid & s_tready;
    wire give = m_tvalid & m_tready;
    wire fetch = s_axis_tvalid & s_axis_tready;
    reg is_read, is_out;    // the header is one of registers, of beats
    wire [REPLAY:0] wanted = header[16+:REPLAY+1];
    wire [15:0] from = header[47:32];
    wire enough = (there >= wanted);

    assign idle = (state == RECORD) & (step == 4'd0) & !m_tvalid;
    assign s_tready = (state == RECORD);

    // ---- the first beat has to be in the replay buffer, or be the next one ------------------------------------------
    reg [15:0] position_n;  // complement of position, so that subtractions become additions
    wire [16:0] behind_n = {1'b0, position_n} + {1'b0, from};
    wire [15:0] behind = ~behind_n[15:0];  // fetched beats from the requested position on
    wire too_far = |behind[15:REPLAY+1] | (behind[REPLAY] & |behind[REPLAY-1:0]);
    reg legal;
    always @(posedge clk) legal <= !too_far & (full | !behind_n[16]);
    assign position = ~position_n;

    // ---- the header leaves, from here or from a register of its own -------------------------------------------------
    wire kept;  // a header waits whose beats, or whose registers, the next beat could change
    wire no_place;  // the next beat could overwrite one that is still to be read
    generate
        if (EAGER != 0) begin : g_eager
            reg [8*HEAD-1:0] out;
            reg [3:0] place;  // number of the byte
            reg valid, out_is_read, out_is_out;
            assign m_tvalid = valid;
            assign m_tdata  = out[7:0];
            assign count    = out[16+:REPLAY+1];
            assign address  = out[47:32];
            assign reads    = out_is_read;
            assign streams  = out_is_out;
            assign kept     = valid & (out_is_read | out_is_out);

            reg [REPLAY:0] unread;  // beats from `at` on; a beat may have been fetched since
            assign no_place = reading & (unread[REPLAY] | (&unread[REPLAY-1:0]));
            always @(posedge clk) unread <= ~(position_n[REPLAY:0] + at[REPLAY:0]);
            always @(posedge clk) begin
                if (!valid) begin
                    out         <= header;
                    out_is_read <= is_read;
                    out_is_out  <= is_out;
                    place       <= 4'd0;
                    valid       <= (state == OFFER);
                end else if (m_tready) begin
                    out   <= {8'd0, out[8*HEAD-1:8]};
                    place <= place + 4'd1;
                    valid <= (place != HEADER_LAST);
                end
                if (rst) valid <= 1'b0;
            end
        end else begin : g_direct
            assign m_tvalid = (state == OFFER);
            assign m_tdata  = header[7:0];
            assign count    = wanted;
            assign address  = from;
            assign reads    = is_read;
            assign streams  = is_out;
            assign kept     = 1'b0;
            assign no_place = reading;
        end
    endgenerate

    assign s_axis_tready = (state == FETCH) & !enough & !no_place & !hold & !kept;

    orb_ram_sdp #(
        .WIDTH  (8 * BYTES),
        .DEPTH  (1 << REPLAY),
        .LATENCY(MEM_LAT)
    ) replay (
        .clk  (clk),
        .we   (fetch),
        .waddr(position[REPLAY-1:0]),
        .wdata(s_axis_tdata),
        .re   (re),
        .raddr(at[REPLAY-1:0]),
        .rdata(beat)
    );

    wire unused = &{1'b0, at};

    always @(posedge clk) begin
        if (fetch) begin
            position_n <= position_n - 16'd1;
            full       <= full | (&position[REPLAY-1:0]);
            there      <= there + 1'b1;
        end
        if ((state != FETCH) | s_axis_tvalid) {ticks, cycles} <= 10'd0;  // an offered beat is taken, or none is needed
        else begin
            if (tick) ticks <= ticks + 3'd1;
            if (!cycles[6]) cycles <= cycles + 7'd1;
        end
        case (state)
            RECORD:
            if (take) begin
                header <= {s_tdata, header[8*HEAD-1:8]};
                step   <= (step == HEADER_LAST) ? 4'd0 : step + 4'd1;
                if (step == HEADER_LAST) state <= CHECK;
            end
            CHECK: begin  // legal is valid a cycle after the header
                is_read <= (header[15:8] == {6'd0, OP_READ});  // with status 0
                is_out  <= (header[15:8] == {6'd0, OP_OUT});
                there   <= behind[REPLAY:0];
                state   <= BEGIN;
            end
            BEGIN: begin
                state <= (is_out & legal) ? FETCH : OFFER;
                if (is_out & !legal) begin
                    header[13:12] <= ELSEWHERE;
                    header[31:16] <= 16'd0;
                    header[47:32] <= position;
                end
            end
            FETCH:
            if (enough | late) begin
                if (!enough) header[16+:REPLAY+1] <= there;
                state <= OFFER;
            end
            default:  // OFFER
            if (EAGER != 0) begin
                if (!m_tvalid) state <= RECORD;
            end else if (give) begin
                header <= {8'd0, header[8*HEAD-1:8]};
                step   <= (step == HEADER_LAST) ? 4'd0 : step + 4'd1;
                if (step == HEADER_LAST) state <= RECORD;
            end
        endcase
        if (rst) begin
            state      <= RECORD;
            step       <= 4'd0;
            position_n <= 16'hFFFF;
            full       <= 1'b0;
        end
    end

endmodule
`resetall
