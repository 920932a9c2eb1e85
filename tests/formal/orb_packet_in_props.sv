// The core behind orb_packet_in sees the beats of its source in their order, and no beat of a packet that it halted in.
// SPDX-License-Identifier: Apache-2.0
//
// Beats are numbered as they enter and as they leave, to the core or dropped. The beat of an arbitrary number is
// remembered. Which packet a beat belongs to, and whether the core may have it, is worked out from the beats that left.
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

    // ---- the beats, and one of an arbitrary number ------------------------------------------------------------------
    localparam NB = 4;
    (* hierconn *) wire \dut.valid , \dut.tlast , \dut.leaves , \dut.open , \dut.dropping , \dut.slice.s_ready ;
    (* hierconn *) wire [WIDTH:0] \dut.slice.spare ;
    reg [NB-1:0] sent, received;
    (* anyconst *) wire [NB-1:0] number;
    reg [WIDTH:0] beat;
    wire enters = s_tvalid & s_tready, taken = m_tvalid & m_tready;
    wire [NB-1:0] inside = sent - received, ahead = number - received;
    wire forgets = rst | (halt & !check);

    always @(posedge clk)
        if (forgets) {sent, received} <= 0;
        else begin
            sent     <= sent + enters;
            received <= received + \dut.leaves ;
            if (enters & (sent == number)) beat <= {s_tlast, s_tdata};
        end

    always @(*)
        if (started) begin
            assert (inside == {3'd0, \dut.valid } + {3'd0, !\dut.slice.s_ready });
            assert (\dut.valid | \dut.slice.s_ready );
            if ((inside > 0) & (ahead == 0)) assert ({\dut.tlast , m_tdata} == beat);
            if ((inside > 1) & (ahead == 1)) assert (\dut.slice.spare == beat);
            if (m_tvalid) assert (\dut.valid );
            if (\dut.leaves ) assert (\dut.valid );
        end

    // ---- whole packets ----------------------------------------------------------------------------------------------
    reg begun, spoiled, bad;  // a packet is under way; the core halted in it; a beat's end was not where it should be
    reg was_short;
    always @(posedge clk)
        if (rst) {begun, spoiled, bad, was_short} <= 0;
        else begin
            if (\dut.leaves ) begun <= !\dut.tlast ;
            // the rest of the packet, if there is one
            spoiled <= (\dut.leaves ? !\dut.tlast : begun) & (halt | spoiled);
            bad     <= !halt & (bad | (taken & (\dut.tlast != last)));
            if (taken & !bad & !halt) was_short <= \dut.tlast & !last;
        end

    always @(*)
        if (started & check) begin
            assert (\dut.open == begun);
            assert (\dut.dropping == spoiled);
            assert (!(m_tvalid & spoiled));           // the core gets nothing of a packet that it halted in
            assert ((too_short | too_long) == bad);   // each difference is a fault until the core halts, no other is
            assert (!(too_short & too_long));
            if (bad) assert (too_short == was_short);
            assert (!(m_tvalid & bad));               // and the beats behind it wait
        end

    always @(*) if (started & !check) assert (!too_short & !too_long & !\dut.dropping & (m_tvalid == \dut.valid ));

    always @(*) cover (started & check & spoiled & \dut.leaves & \dut.tlast & (received == 3));
    always @(*) cover (started & check & too_long);
    always @(*) cover (started & check & too_short);
    always @(*) cover (started & taken & last & \dut.tlast & (received == 6));

endmodule
