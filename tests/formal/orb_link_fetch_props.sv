// orb_link_fetch keeps and counts each beat once, never overwrites one that is still to be read, and keeps its header.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_link_fetch_props #(
    parameter BYTES  = 1,
    parameter REPLAY = 2, // the beats of the memory are named below
    parameter HEAD   = 6,
    parameter EAGER  = 0
) (
    input wire               clk,
    input wire               rst,
    input wire               tick,
    input wire               hold,
    input wire [        7:0] s_tdata,
    input wire               s_tvalid,
    input wire               m_tready,
    input wire               begins,    // a reader begins, and has so many beats to read
    input wire [   REPLAY:0] beats,
    input wire               re,
    input wire [8*BYTES-1:0] axis_tdata,
    input wire               axis_tvalid
);

    wire idle, s_tready, m_tvalid, reads, streams, axis_tready;
    wire [7:0] m_tdata;
    wire [REPLAY:0] count;
    wire [15:0] position, address;
    wire [8*BYTES-1:0] beat;

    // ---- the reader reads beats that are there, in order ------------------------------------------------------------
    reg [16:0] at, stop;  // counted from the reset
    wire reading = (at != stop);
    wire [16:0] first = fetched - beats;
    always @(*) begin
        if (!reading) assume (!re);
        if (begins) assume (m_tvalid & streams & !reading & (beats <= 4) & (beats <= fetched));
    end
    always @(posedge clk)
        if (rst) {at, stop} <= 0;
        else if (begins) {at, stop} <= {first, fetched};
        else at <= at + re;

    orb_link_fetch #(
        .BYTES  (BYTES),
        .REPLAY (REPLAY),
        .MEM_LAT(1),
        .HEAD   (HEAD),
        .EAGER  (EAGER)
    ) dut (
        .clk          (clk),
        .rst          (rst),
        .tick         (tick),
        .hold         (hold),
        .idle         (idle),
        .position     (position),
        .s_tdata      (s_tdata),
        .s_tvalid     (s_tvalid),
        .s_tready     (s_tready),
        .m_tdata      (m_tdata),
        .m_tvalid     (m_tvalid),
        .m_tready     (m_tready & !begins),
        .reads        (reads),
        .streams      (streams),
        .count        (count),
        .address      (address),
        .reading      (reading),
        .at           (at[15:0]),
        .re           (re),
        .beat         (beat),
        .s_axis_tdata (axis_tdata),
        .s_axis_tvalid(axis_tvalid),
        .s_axis_tready(axis_tready)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    stream_rules header (
        .clk(clk), .rst(rst), .started(started), .data(m_tdata), .valid(m_tvalid), .ready(m_tready & !begins),
        .withdrawn(1'b0)
    );

    // ---- what orb_link_out relies on: whole headers, and with them the numbers of beats that are there --------------
    reg [3:0] place;  // bytes of the header that were taken
    always @(posedge clk)
        if (rst) place <= 0;
        else if (m_tvalid & m_tready & !begins) place <= (place == HEAD - 1) ? 0 : place + 1'b1;
    always @(*)
        if (started) begin
            assert (place < HEAD);
            if (place != 0) assert (m_tvalid);
            if (m_tvalid & (place == 0)) begin
                assert (!(reads & streams));
                if (reads | streams) assert (count <= 4);
                if (streams) assert ((count <= fetched - address) & (fetched - address <= 4));
            end
        end
    always @(posedge clk)
        if (started && $past(started & !rst & m_tvalid & (place == 0) & !(m_tready & !begins)))
            assert ({reads, streams, count, address} == $past({reads, streams, count, address}));

    // ---- a beat of an arbitrary number, counted from the reset, stays in the buffer until 2^REPLAY others came ------
    wire fetch = axis_tvalid & axis_tready;
    reg [16:0] fetched;
    (* anyconst *) wire [15:0] number;
    reg [8*BYTES-1:0] value;
    wire [16:0] age = fetched - {1'b0, number};

    always @(posedge clk) begin
        fetched <= rst ? 0 : fetched + fetch;
        if (fetch & (fetched == number)) value <= axis_tdata;
    end

    always @(*) if (started) assume (!fetched[16]);  // the first 2^16 beats
    always @(posedge clk) if (started) assert (position == fetched[15:0]);
    always @(posedge clk)
        if (started && $past(started & !rst & re) && $past(at) == number) assert (beat == value);
    always @(posedge clk) if (started && $past(started & !rst & hold)) assert (position == $past(position));

    // ---- orb_link_in lets no larger count pass ----------------------------------------------------------------------
    (* hierconn *) wire [8*HEAD-1:0] \dut.header ;
    wire asks = (\dut.header [15:8] == 0) | (\dut.header [15:8] == 3);
    always @(*) if (\dut.state == 1) assume (!asks | (\dut.header [31:16] <= 4));

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [2:0] \dut.state ;
    (* hierconn *) wire [3:0] \dut.step ;
    (* hierconn *) wire \dut.full , \dut.is_read , \dut.is_out , \dut.legal ;
    (* hierconn *) wire [REPLAY:0] \dut.there ;
`ifdef EAGER
    (* hierconn *) wire [REPLAY:0] \dut.g_eager.unread ;
    (* hierconn *) wire [3:0] \dut.g_eager.place ;
    wire [3:0] leaves = m_tvalid ? \dut.g_eager.place : 4'd0;
`else
    wire [3:0] leaves = m_tvalid ? \dut.step : 4'd0;
`endif
    wire [15:0] behind = fetched[15:0] - \dut.header [47:32];
    wire [REPLAY:0] wanted = \dut.header [16+:REPLAY+1];
    (* hierconn *) wire [8*BYTES-1:0] \dut.replay.mem[0] , \dut.replay.mem[1] ;
    (* hierconn *) wire [8*BYTES-1:0] \dut.replay.mem[2] , \dut.replay.mem[3] ;
    wire [4*8*BYTES-1:0] mem = {\dut.replay.mem[3] , \dut.replay.mem[2] , \dut.replay.mem[1] , \dut.replay.mem[0] };

    // the distance that the module sees is a cycle old, in which a beat may have been fetched and another one read
    reg [16:0] distance;
    always @(posedge clk) distance <= fetched - at;

    always @(*)
        if (started) begin
            assert (\dut.state <= 4);
            assert ((place == leaves) & (\dut.step < HEAD));
            if ((\dut.state != 0) & (EAGER | (\dut.state != 4))) assert (\dut.step == 0);
            if (\dut.state == 2) begin
                assert ((\dut.is_read == (\dut.header [15:8] == 0)) & (\dut.is_out == (\dut.header [15:8] == 3)));
                assert (\dut.there == behind[REPLAY:0]);
                if (\dut.legal ) assert ((behind <= 4) & (behind <= fetched));
                if (\dut.is_read | \dut.is_out ) assert (\dut.header [31:16] <= 4);
            end
            if (\dut.state == 3) assert (\dut.is_out & (\dut.there == behind) & (behind <= fetched) & (behind <= 4) &
                (wanted <= 4));
            if ((\dut.state >= 3) & (EAGER | (place == 0))) begin
                assert (!(\dut.is_read & \dut.is_out ));
                if (\dut.is_read | \dut.is_out ) assert (wanted <= 4);
                if ((\dut.state == 4) & \dut.is_out ) assert ((wanted <= behind) & (behind <= 4) & (behind <= fetched));
            end
            if ((age != 0) & (age <= 4)) assert (mem[8*BYTES*number[REPLAY-1:0]+:8*BYTES] == value);
            assert (\dut.full == (fetched >= 4));
            assert ((at <= stop) & (stop <= fetched));
            if (reading) assert (fetched - at <= 4);
`ifdef EAGER
            if (reading & (\dut.state == 3) & !m_tvalid) assert ((\dut.g_eager.unread == distance[REPLAY:0]) &
                (distance <= 4) & (fetched - at <= distance + 1));
`endif
        end

    always @(*) if (started) cover (m_tvalid & streams & (count == 2));
    always @(*) if (started) cover (fetched == 2);

endmodule
