// The sink of orb_packet_out sees a legal stream of the core's beats, and each packet that begins also ends.
// SPDX-License-Identifier: Apache-2.0
//
// The beats that enter are numbered, and so are those that leave without m_tuser: the n-th must be the n-th. A beat
// with m_tuser may leave only where the core halted within a packet.
`default_nettype none

module orb_packet_out_props #(
    parameter WIDTH = 3
) (
    input wire             clk,
    input wire             rst,
    input wire             halt,
    input wire [WIDTH-1:0] s_tdata,
    input wire             s_tvalid,
    input wire             s_tlast,
    input wire             m_tready
);

    wire s_tready, m_tvalid, m_tlast, m_tuser;
    wire [WIDTH-1:0] m_tdata;

    orb_packet_out #(
        .WIDTH(WIDTH)
    ) dut (
        .clk     (clk),
        .rst     (rst),
        .halt    (halt),
        .s_tdata (s_tdata),
        .s_tvalid(s_tvalid),
        .s_tready(s_tready),
        .s_tlast (s_tlast),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready),
        .m_tlast (m_tlast),
        .m_tuser (m_tuser)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    stream_rules #(
        .WIDTH(WIDTH + 2)
    ) rules (
        .clk      (clk),
        .rst      (rst),
        .started  (started),
        .data     ({m_tuser, m_tlast, m_tdata}),
        .valid    (m_tvalid),
        .ready    (m_tready),
        .withdrawn(1'b0)
    );

    // ---- the beats, and one of an arbitrary number ------------------------------------------------------------------
    localparam NB = 4;
    reg [NB-1:0] sent, received;
    (* anyconst *) wire [NB-1:0] number;
    reg [WIDTH:0] beat;
    wire enters = s_tvalid & s_tready, leaves = m_tvalid & m_tready;
    reg in_open, out_open;  // a packet of the core, of the sink, has begun and not ended
    reg cut;                // the core halted within the packet; its end is not in the slice yet

    always @(posedge clk)
        if (rst) {sent, received, in_open, out_open, cut} <= 0;
        else begin
            sent     <= sent + enters;
            received <= received + (leaves & !m_tuser);
            if (enters & (sent == number)) beat <= {s_tlast, s_tdata};
            if (leaves) out_open <= !m_tlast;
            in_open <= !halt & (enters ? !s_tlast : in_open);
            if (halt & (enters ? !s_tlast : in_open)) cut <= 1'b1;
            else if (\dut.slice.s_ready ) cut <= 1'b0;
        end

    // ---- what is in the slice ---------------------------------------------------------------------------------------
    (* hierconn *) wire \dut.open , \dut.closing , \dut.slice.s_ready ;
    (* hierconn *) wire [WIDTH+1:0] \dut.slice.spare ;
    wire [WIDTH+1:0] head = {m_tuser, m_tlast, m_tdata}, spare = \dut.slice.spare ;
    wire [1:0] count = {1'b0, m_tvalid} + {1'b0, !\dut.slice.s_ready };
    wire head_is = m_tvalid & !head[WIDTH+1], spare_is = (count == 2) & !spare[WIDTH+1];
    wire [NB-1:0] ahead = number - received;
    wire last_open = (count == 2) ? !spare[WIDTH] : m_tvalid ? !head[WIDTH] : out_open;  // behind all in the slice
    wire head_open = m_tvalid ? !head[WIDTH] : out_open;                                  // behind its head

    always @(*)
        if (started) begin
            assert (m_tvalid | \dut.slice.s_ready );
            assert (sent - received == {3'd0, head_is} + {3'd0, spare_is});
            if (head_is & (ahead == 0)) assert (head[WIDTH:0] == beat);
            if (spare_is & (ahead == {3'd0, head_is})) assert (spare[WIDTH:0] == beat);
            // a mark ends a packet that has begun, and has no data
            if (m_tvalid & m_tuser) assert (m_tlast & (m_tdata == 0) & out_open);
            if ((count == 2) & spare[WIDTH+1]) assert (spare[WIDTH] & (spare[WIDTH-1:0] == 0) & head_open);
            // the packet stays open behind the slice while the core is within it, or while its end is to come
            assert (\dut.closing == cut);
            assert (\dut.open == last_open);
            assert (last_open == (in_open | cut));
            assert (!(in_open & cut));
        end

    // ---- the end of a packet that is cut does not wait for the core: three cycles of the sink are enough ------------
    reg calm;         // the core has sent nothing since it halted
    reg [1:0] since;  // cycles since then in which the sink was ready
    wire [1:0] need = count + {1'b0, \dut.closing } + {1'b0, \dut.closing & (count == 0)};

    always @(posedge clk) begin
        calm <= !rst & (halt | (calm & !s_tvalid));
        if (halt | !calm) since <= 0;
        else if (m_tready & (since != 3)) since <= since + 1;
    end

    always @(*)
        if (started & calm) begin
            assert (!in_open & ({1'b0, need} + {1'b0, since} <= 3));
            if (since == 3) assert (!out_open);
        end

    always @(*) cover (started & leaves & m_tuser & (received == 3));
    always @(*) cover (started & leaves & m_tlast & !m_tuser & (received == 4));

endmodule
