// orb_link_in keeps to AXI4-Lite and AXI4-Stream, counts each beat that is taken once, and records each request whole.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_link_in_props #(
    parameter BYTES  = 1,
    parameter RING   = 9,
    parameter REPLAY = 8,
    parameter HEAD   = 6,
    parameter TICKS  = 5  // for which a beat is offered, at least
) (
    input wire       clk,
    input wire       rst,
    input wire       tick,
    input wire       hold,
    input wire [7:0] s_tdata,
    input wire       s_tvalid,
    input wire       m_tready,
    input wire       awready,
    input wire       wready,
    input wire [1:0] bresp,
    input wire       bvalid,
    input wire       axis_tready
);

    wire busy, idle, last_valid, s_tready, m_tvalid, awvalid, wvalid, bready, axis_tvalid;
    wire [15:0] position, awaddr;
    wire [7:0] last, m_tdata;
    wire [31:0] wdata;
    wire [8*BYTES-1:0] axis_tdata;

    orb_link_in #(
        .BYTES (BYTES),
        .RING  (RING),
        .REPLAY(REPLAY),
        .HEAD  (HEAD)
    ) dut (
        .clk           (clk),
        .rst           (rst),
        .tick          (tick),
        .hold          (hold),
        .busy          (busy),
        .idle          (idle),
        .position      (position),
        .last          (last),
        .last_valid    (last_valid),
        .s_tdata       (s_tdata),
        .s_tvalid      (s_tvalid),
        .s_tready      (s_tready),
        .m_tdata       (m_tdata),
        .m_tvalid      (m_tvalid),
        .m_tready      (m_tready),
        .m_axil_awaddr (awaddr),
        .m_axil_awvalid(awvalid),
        .m_axil_awready(awready),
        .m_axil_wdata  (wdata),
        .m_axil_wvalid (wvalid),
        .m_axil_wready (wready),
        .m_axil_bresp  (bresp),
        .m_axil_bvalid (bvalid),
        .m_axil_bready (bready),
        .m_axis_tdata  (axis_tdata),
        .m_axis_tvalid (axis_tvalid),
        .m_axis_tready (axis_tready)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- the slave answers each write once, when it has address and word --------------------------------------------
    reg addressed, worded;  // a write has no answer yet, but its address, its word was taken
    wire answered = bvalid & bready;
    always @(posedge clk) begin
        addressed <= !rst & !answered & (addressed | (awvalid & awready));
        worded    <= !rst & !answered & (worded | (wvalid & wready));
    end

    always @(*) if (!(addressed & worded)) assume (!bvalid);

    // ---- what the master offers stays; one write at a time ----------------------------------------------------------
    stream_rules #(
        .WIDTH(16)
    ) aw (
        .clk(clk), .rst(rst), .started(started), .data(awaddr), .valid(awvalid), .ready(awready), .withdrawn(1'b0)
    );
    stream_rules #(
        .WIDTH(32)
    ) w (
        .clk(clk), .rst(rst), .started(started), .data(wdata), .valid(wvalid), .ready(wready), .withdrawn(1'b0)
    );
    stream_rules record (
        .clk(clk), .rst(rst), .started(started), .data(m_tdata), .valid(m_tvalid), .ready(m_tready), .withdrawn(1'b0)
    );

    always @(*)
        if (started) begin
            assert (!awvalid | !addressed);
            assert (!wvalid | !worded);
            if (addressed | worded | awvalid | wvalid) assert (bready & !axis_tvalid);
        end

    // ---- beats: offered until they are taken, or for so many ticks; counted when they are taken ---------------------
    reg [2:0] ticks;
    reg late;
    always @(posedge clk) late <= (ticks == TICKS);
    always @(posedge clk) ticks <= (!axis_tvalid | axis_tready) ? 0 : ticks + (tick & (ticks < TICKS));

    stream_rules #(
        .WIDTH(8 * BYTES)
    ) axis (
        .clk(clk), .rst(rst), .started(started), .data(axis_tdata), .valid(axis_tvalid), .ready(axis_tready),
        .withdrawn(!axis_tvalid & late)
    );

    reg [15:0] taken;
    always @(posedge clk) taken <= rst ? 0 : taken + (axis_tvalid & axis_tready);
    (* hierconn *) wire \dut.taken ;  // a cycle late
    always @(*) if (started) assert (position + \dut.taken == taken);

    // ---- what others read stays while they hold it ------------------------------------------------------------------
    always @(posedge clk)
        if (started && $past(started & !rst & hold & !busy)) begin
            assert (!busy & (position == $past(position)));
            assert ({last, last_valid} == $past({last, last_valid}));
        end
    always @(*) if (started & !busy) assert (!awvalid & !wvalid & !axis_tvalid);

    // ---- all bytes of each record, behind the end of a request ------------------------------------------------------
    reg [3:0] sent;
    always @(posedge clk)
        if (rst | idle) sent <= 0;
        else sent <= sent + (m_tvalid & m_tready);
    always @(posedge clk)
        if (started && !$past(rst)) begin
            if (idle && !$past(idle)) assert (sent == HEAD);
            if (m_tvalid) assert (sent < HEAD);
            if (s_tready & !idle) assert (sent == 0);
        end

    // ---- a request ends with the last byte of its payload, so the next one begins at its length ---------------------
    reg [RING-1:0] length;
    reg [RING:0] got;  // bytes of the request so far, the two of the length included
    wire [RING:0] due = {1'b0, length} + 2 + HEAD;
    always @(posedge clk)
        if (rst) got <= 0;
        else if (s_tvalid & s_tready) begin
            got <= got + 1'b1;
            if (got == 0) length[7:0] <= s_tdata;
            if (got == 1) length[RING-1:8] <= s_tdata[RING-9:0];
        end else if (idle) got <= 0;
        else if (m_tvalid & m_tready & (sent == HEAD - 1)) got <= 0;
    always @(*) if (started & m_tvalid) assert (got == due);

    // ---- an answer of registers or beats is no larger than orb_link_fetch can take ----------------------------------
    wire reads = (\dut.header [15:8] == 0) | (\dut.header [15:8] == 3);
    always @(*) if (started & m_tvalid & (sent == 0) & reads) assert (\dut.header [31:16] <= 1 << REPLAY);

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [3:0] \dut.state ;
    (* hierconn *) wire [3:0] \dut.step ;
    (* hierconn *) wire [2:0] \dut.ticks ;
    (* hierconn *) wire \dut.full , \dut.moved , \dut.all ;
    (* hierconn *) wire [8*HEAD-1:0] \dut.header ;
    (* hierconn *) wire [RING-1:0] \dut.left ;
    (* hierconn *) wire [1:0] \dut.unit , \dut.status ;
    (* hierconn *) wire \dut.malformed , \dut.fits , \dut.too_many ;
    wire [1:0] unit_next = \dut.unit + 1'b1;
    wire is_write = (\dut.header [9:8] == 1);

    always @(*)
        if (started) begin
            assert (\dut.state <= 11);
            if (\dut.state == 7) assert (is_write & (awvalid | addressed) & (wvalid | worded));
            else assert (!awvalid & !wvalid & !addressed & !worded);
            if (axis_tvalid | \dut.taken ) assert ((\dut.state == 11) & !(axis_tvalid & \dut.taken ));
            if (\dut.full ) assert (\dut.state == 11);
            if (axis_tvalid) assert (\dut.header [9:8] == 2);
            if ((\dut.state == 5) | (\dut.state == 6)) assert (is_write);
            if (\dut.state == 11) assert (\dut.header [9:8] == 2);
            if (axis_tvalid) assert ((\dut.ticks == ticks) & (ticks <= TICKS));
            if (\dut.state == 10) assert ((\dut.step == sent) & (sent < HEAD));
            else if (!idle) assert (sent == 0);
            if ((\dut.state > 2) & (\dut.state != 10)) assert (\dut.step == 0);
            if (!idle) assert (\dut.step < HEAD);
            // bytes that came, and bytes that are to come
            if (idle) assert (got == 0);
            if (\dut.state == 1) assert ((got == 1) & (\dut.step == 0) & (\dut.left [7:0] == length[7:0]));
            if (\dut.state == 2) assert ((got == 2 + \dut.step ) & (\dut.left == length));
            if (\dut.state > 2) assert ((got + {1'b0, \dut.left } == due) & (\dut.left <= length));
            if (\dut.state >= 2) assert (\dut.all == (\dut.left == 0));
            if (\dut.state == 5) assert ((\dut.left != 0) & (\dut.left [1:0] == unit_next));
            if ((\dut.state == 6) | (\dut.state == 7)) assert (\dut.left [1:0] == 0);
            if (\dut.state == 7) assert (\dut.unit == 3);
            if (\dut.state == 8) assert ((\dut.left != 0) & (is_write | \dut.status [1] | (\dut.header [9:8] == 2)));
            if ((\dut.state == 9) & (\dut.status == 0) & !is_write & (\dut.header [9:8] != 2)) assert (!\dut.too_many );
            if ((\dut.state == 9) | (\dut.state == 10)) assert (\dut.left == 0);
            if (\dut.state == 4) assert (\dut.malformed | (\dut.fits & !\dut.too_many ));
        end

    always @(*) if (started) cover (answered & (awaddr == 16'h1234) & (wdata == 32'h89ABCDEF));
    always @(*) if (started) cover ((position == 1) & idle);

endmodule
