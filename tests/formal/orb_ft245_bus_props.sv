// orb_ft245_bus never drives the bus while the chip does, turns it with a cycle's rest, and passes each byte on once.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_ft245_bus_props (
    input wire       clk,
    input wire       rst,
    input wire       rxf_n,
    input wire       txe_n,
    input wire [7:0] data_in,
    input wire [7:0] s_tdata,
    input wire       s_tvalid,
    input wire       m_few
);

    wire oe_n, rd_n, wr_n, siwu_n, data_oe, s_tready, m_tvalid;
    wire [7:0] data_out, m_tdata;

    orb_ft245_bus dut (
        .clk     (clk),
        .rst     (rst),
        .rxf_n   (rxf_n),
        .txe_n   (txe_n),
        .oe_n    (oe_n),
        .rd_n    (rd_n),
        .wr_n    (wr_n),
        .siwu_n  (siwu_n),
        .data_in (data_in),
        .data_out(data_out),
        .data_oe (data_oe),
        .s_tdata (s_tdata),
        .s_tvalid(s_tvalid),
        .s_tready(s_tready),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_few   (m_few)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    stream_rules #(
        .ASSUME(1)
    ) sink (
        .clk      (clk),
        .rst      (rst),
        .started  (started),
        .data     (s_tdata),
        .valid    (s_tvalid),
        .ready    (s_tready),
        .withdrawn(1'b0)
    );

    // ---- the bus ----------------------------------------------------------------------------------------------------
    wire load = s_tvalid & s_tready, taken = !wr_n & !txe_n;
    reg few_q;
    always @(posedge clk) few_q <= m_few;

    always @(posedge clk)
        if (started && !$past(rst)) begin
            if (!rd_n) assert (!oe_n & !$past(oe_n));
            if (!oe_n) assert (!data_oe & !$past(data_oe));
            if (data_oe) assert (oe_n & $past(oe_n));
            if (!wr_n) assert (data_oe & $past(data_oe));
            if ($past(!wr_n & txe_n)) assert ($stable(data_out));
        end

    // a reset leaves the bus without an edge of the clock
    always @(*) if (rst) assert (oe_n & rd_n & wr_n & siwu_n & !data_oe & !s_tready & !m_tvalid);

    // ---- a byte goes into the FIFO where both strobe and flag are low, two at most after it has become short of room
    always @(*) assert (m_tvalid == (!rd_n & !rxf_n));
    always @(posedge clk) if (started && !$past(rst) && $past(m_few & few_q)) assert (!m_tvalid | !m_few);

    // ---- each byte that is loaded is taken once ---------------------------------------------------------------------
    reg inside;
    reg [7:0] value;
    always @(posedge clk or posedge rst)
        if (rst) inside <= 1'b0;
        else inside <= load | (inside & !taken);
    always @(posedge clk) if (load) value <= s_tdata;

    always @(*)
        if (started) begin
            if (load) assert (!inside | taken);
            if (taken) assert (inside & (data_out == value));
        end

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire \dut.held ;
    (* hierconn *) wire [1:0] \dut.state ;

    always @(*)
        if (started) begin
            assert (\dut.held == inside);
            if (inside) assert (data_out == value);
            assert (oe_n == (\dut.state == 0 || \dut.state == 3));
            assert (rd_n | (\dut.state == 2));
            assert (data_oe == (\dut.state == 3));
            assert (wr_n | (inside & data_oe));
        end

    always @(*) if (started) cover (taken & (value == 8'h5A));
    always @(posedge clk) if (started) cover (m_tvalid && $past(m_tvalid) && $past(taken, 5));
    always @(*) if (started) cover (!siwu_n);

endmodule
