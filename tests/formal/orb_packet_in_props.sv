// The core behind orb_packet_in sees the beats of its source in order, after each halt from the start of a packet.
// SPDX-License-Identifier: Apache-2.0
//
// Beats are numbered from the last halt, as they enter the slice and as they leave it. The beat of an arbitrary number
// is remembered.
`default_nettype none

module orb_packet_in_props #(
    parameter WIDTH = 3
) (
    input wire             clk,
    input wire             rst,
    input wire             halt,
    input wire [WIDTH-1:0] s_tdata,
    input wire             s_tvalid,
    input wire             s_tlast,
    input wire             m_tready,
    input wire             last
);

    (* anyconst *) wire check;
    wire s_tready, m_tvalid, too_short, too_long;
    wire [WIDTH-1:0] m_tdata;

    orb_packet_in #(
        .WIDTH(WIDTH)
    ) dut (
        .clk      (clk),
        .rst      (rst),
        .halt     (halt),
        .check    (check),
        .s_tdata  (s_tdata),
        .s_tvalid (s_tvalid),
        .s_tready (s_tready),
        .s_tlast  (s_tlast),
        .m_tdata  (m_tdata),
        .m_tvalid (m_tvalid),
        .m_tready (m_tready),
        .last     (last),
        .too_short(too_short),
        .too_long (too_long)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // The core may be offered a beat that it is not given in the end only where it forgets its loads itself.
    stream_rules #(
        .WIDTH(WIDTH)
    ) rules (
        .clk      (clk),
        .rst      (rst),
        .started  (started),
        .data     (m_tdata),
        .valid    (m_tvalid),
        .ready    (m_tready),
        .withdrawn(halted)
    );
    reg halted;
    always @(posedge clk) halted <= halt;

    // ---- the beats since the last halt, and one of an arbitrary number ----------------------------------------------
    localparam NB = 4;
    (* hierconn *) wire \dut.valid , \dut.tlast , \dut.open , \dut.dropping , \dut.slice.s_ready ;
    (* hierconn *) wire [WIDTH:0] \dut.slice.spare ;
    reg [NB-1:0] sent, received;
    reg none;   // has entered since the halt
    reg begun;  // a packet has begun and not ended at the source
    (* anyconst *) wire [NB-1:0] number;
    reg [WIDTH:0] beat;
    wire accepted = s_tvalid & s_tready, enters = accepted & !\dut.dropping , taken = m_tvalid & m_tready;
    wire [NB-1:0] inside = sent - received, ahead = number - received;

    always @(posedge clk) begin
        if (rst) begun <= 0;
        else if (accepted) begun <= !s_tlast;
        if (rst | halt) {sent, received, none} <= 1;
        else begin
            sent     <= sent + enters;
            received <= received + taken;
            none     <= none & !enters;
            if (enters & (sent == number)) beat <= {s_tlast, s_tdata};
        end
    end

    always @(*)
        if (started) begin
            assert (inside == {3'd0, \dut.valid } + {3'd0, !\dut.slice.s_ready });
            assert (\dut.valid | \dut.slice.s_ready );
            if ((inside > 0) & (ahead == 0)) assert ({\dut.tlast , m_tdata} == beat);
            if ((inside > 1) & (ahead == 1)) assert (\dut.slice.spare == beat);
        end

    // ---- packets: one is dropped only where the core halted within it -----------------------------------------------
    reg halted_ever;
    always @(posedge clk) halted_ever <= !rst & (halt | halted_ever);
    reg bad, was_short;  // a beat's end was not where it should be
    always @(posedge clk)
        if (rst | halt) {bad, was_short} <= 0;
        else begin
            bad <= bad | (taken & (\dut.tlast != last));
            if (taken) was_short <= \dut.tlast & !last;
        end

    always @(*)
        if (started & check) begin
            assert (\dut.open == begun);
            assert (\dut.dropping == (begun & none));
            assert (halted_ever | !\dut.dropping );
            if (enters & none) assert (!begun);      // the first beat after a halt is the first of a packet
            if (\dut.dropping ) assert (s_tready);   // the source is never held up by what is dropped
            assert ((too_short | too_long) == bad);  // each difference is a fault until the core halts, no other is
            assert (!(too_short & too_long));
            if (bad) assert (too_short == was_short);
            assert (!(m_tvalid & bad));              // and the beats behind it wait
        end

    always @(*) if (started & !check) assert (!too_short & !too_long & !\dut.dropping & (m_tvalid == \dut.valid ));

    always @(*) cover (started & check & \dut.dropping & accepted & s_tlast);
    always @(*) cover (started & check & too_long);
    always @(*) cover (started & check & too_short);
    always @(*) cover (started & taken & last & \dut.tlast & (received == 6));

endmodule
