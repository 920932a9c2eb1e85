// orb_ft245_async keeps the times of the bus, never drives it while the chip does, and passes each byte on once.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_ft245_async_props #(
    parameter CLOCK_HZ = 50000000,
    parameter STROBE   = 2,  // cycles of 20 ns: 30 ns
    parameter SETUP    = 1,  // 5 ns
    parameter GAP      = 1,  // 14 ns: for so long the chip may drive on after RD#, and its flags are those of before
    parameter FLUSH    = 13  // 250 ns
) (
    input wire       clk,
    input wire       rst,
    input wire       rxf_n,
    input wire       txe_n,
    input wire [7:0] data_in,
    input wire [7:0] s_tdata,
    input wire       s_tvalid,
    input wire       m_tready
);

    wire rd_n, wr_n, siwu_n, data_oe, s_tready, m_tvalid;
    wire [7:0] data_out, m_tdata;

    orb_ft245_async #(
        .CLOCK_HZ(CLOCK_HZ)
    ) dut (
        .clk     (clk),
        .rst     (rst),
        .rxf_n   (rxf_n),
        .txe_n   (txe_n),
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
        .m_tready(m_tready)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);
    always @(posedge clk) if (started) assume (!rst);

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

    stream_rules source (
        .clk      (clk),
        .rst      (rst),
        .started  (started),
        .data     (m_tdata),
        .valid    (m_tvalid),
        .ready    (m_tready),
        .withdrawn(1'b0)
    );

    // ---- the chip: a flag rises a while after its strobe, and falls when it likes -----------------------------------
    reg rd_q, wr_q;
    reg [3:0] rd_age, wr_age;      // cycles since the strobe changed, 15 or more
    reg [3:0] data_age, siwu_age;  // since the data, and SIWU#, changed
    reg [7:0] data_q;
    reg oe_q, siwu_q;

    always @(posedge clk) begin
        {rd_q, wr_q, oe_q, siwu_q, data_q} <= {rd_n, wr_n, data_oe, siwu_n, data_out};
        rd_age   <= (rd_n != rd_q) ? 1 : rd_age + (rd_age != 15);
        wr_age   <= (wr_n != wr_q) ? 1 : wr_age + (wr_age != 15);
        siwu_age <= (siwu_n != siwu_q) ? 1 : siwu_age + (siwu_age != 15);
        data_age <= (data_out != data_q) | (data_oe & !oe_q) ? 1 : data_age + (data_age != 15);
        if (!started) {rd_q, wr_q, oe_q, siwu_q, rd_age, wr_age, data_age, siwu_age} <= {4'b1101, {4{4'd15}}};
    end

    always @(posedge clk)
        if (started) begin
            if (!rd_n & !rd_q) assume (!rxf_n);
            if (!wr_n & wr_q) assume ($past(!txe_n) | txe_n);
            // both flags go high behind their strobe, for 49 ns
            if (rd_n & rd_q & (rd_age >= GAP) & (rd_age < GAP + 4)) assume (rxf_n);
            if (wr_n & wr_q & (wr_age >= GAP) & (wr_age < GAP + 4)) assume (txe_n);
            // and stay low without one
            if (rd_n & rd_q & (rd_age > GAP + 4) & $past(!rxf_n)) assume (!rxf_n);
            if (wr_n & wr_q & (wr_age > GAP + 4) & $past(!txe_n)) assume (!txe_n);
        end

    // ---- the bus ----------------------------------------------------------------------------------------------------
    wire fall_r = rd_q & !rd_n, rise_r = !rd_q & rd_n, fall_w = wr_q & !wr_n, rise_w = !wr_q & wr_n;
    always @(posedge clk)
        if (started && !$past(rst)) begin
            if (fall_r) assert (!$past(rxf_n));
            if (fall_w) assert (!$past(txe_n));
            if (rise_r) assert (rd_age >= STROBE);
            if (rise_w) assert (wr_age >= STROBE);
            if (fall_w) assert ((data_age >= SETUP) & (data_out == data_q) & data_oe & oe_q);
            if (!wr_n) assert (data_oe & oe_q & (data_out == data_q));
            if (rise_w) assert (data_oe & (data_out == data_q));  // held for a cycle
            if (data_oe) assert (rd_n & rd_q & (rd_age >= GAP));  // the chip is off the bus
            if (!siwu_q & siwu_n) assert (siwu_age >= FLUSH);
        end

    // ---- each byte once ---------------------------------------------------------------------------------------------
    always @(posedge clk)
        if (started && !$past(rst)) begin
            if (m_tvalid && !$past(m_tvalid)) assert (rise_r & (m_tdata == $past(data_in)));
            if (rise_r) assert (m_tvalid && (!$past(m_tvalid)));
            assert (rise_w == $past(s_tvalid & s_tready));
            if (rise_w) assert (data_out == $past(s_tdata));
        end

    always @(*) cover (started & rise_w & (data_out == 8'h5A));
    always @(*) cover (started & m_tvalid & (m_tdata == 8'hA5));
    always @(*) cover (started & !siwu_n);

endmodule
