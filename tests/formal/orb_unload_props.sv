// orb_unload: each word that is read leaves once and in order, for any sink; the FIFO never overflows.
// SPDX-License-Identifier: Apache-2.0
//
// That orb_fifo gives out what goes in, in order, is proved of orb_fifo. Here: the word of each read reaches the FIFO's
// input just when it comes out of the array, with its mark of the last, and there is always room for it.
`default_nettype none

module orb_unload_props #(
    parameter P       = 3,
    parameter W       = 4,
    parameter BMAX    = 2,
    parameter MEM_LAT = 2,
    parameter BB      = $clog2(BMAX + 1),
    parameter RB      = $clog2(BMAX * BMAX + 1),
    parameter YA      = $clog2(BMAX * BMAX * BMAX),
    parameter PB      = $clog2(P)
) (
    input wire         clk,
    input wire         rst,
    input wire         start,
    input wire [  1:0] placement,
    input wire [W-1:0] u_data,
    input wire         tready
);

    localparam LAT = MEM_LAT + 3, DEPTH = 16;

    (* anyconst *) wire [BB-1:0] b1, b2, b3;
    wire [RB-1:0] b23 = b2 * b3;

    wire busy, b_re, u_en, tvalid, tlast;
    wire [YA-1:0] b_addr;
    wire [PB-1:0] u_q;
    wire [$clog2(P*P)-1:0] u_rs;
    wire [W-1:0] tdata;

    orb_unload #(
        .P      (P),
        .W      (W),
        .BMAX   (BMAX),
        .MEM_LAT(MEM_LAT)
    ) dut (
        .clk      (clk),
        .rst      (rst),
        .start    (start),
        .busy     (busy),
        .b1       (b1),
        .b2       (b2),
        .b3       (b3),
        .b23      (b23),
        .placement(placement),
        .b_re     (b_re),
        .b_addr   (b_addr),
        .u_en     (u_en),
        .u_q      (u_q),
        .u_rs     (u_rs),
        .u_data   (u_data),
        .m_tdata  (tdata),
        .m_tvalid (tvalid),
        .m_tready (tready),
        .m_tlast  (tlast)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) begin
        if (!started) assume (rst);
        if (busy) assume (!start);
    end

    (* hierconn *) wire \dut.last , \dut.walking , \dut.fifo_ready ;
    (* hierconn *) wire [PB-1:0] \dut.q , \dut.r , \dut.s ;
    (* hierconn *) wire [4:0] \dut.level , \dut.ahead ;
    (* hierconn *) wire [LAT:1] \dut.read_q ;
    wire [4:0] level = \dut.level ;
    wire into_fifo = \dut.read_q [LAT];

    // ---- each read, LAT cycles later, and nothing else, goes into the FIFO ------------------------------------------
    reg [LAT:1] read, read_last;
    always @(posedge clk) begin
        read      <= rst ? 0 : {read[LAT-1:1], b_re};
        read_last <= {read_last[LAT-1:1], \dut.last };
    end
    (* hierconn *) wire [W:0] \dut.fifo.s_data ;
    always @(*)
        if (started) begin
            assert (\dut.read_q == read);
            assert (u_en == read[MEM_LAT]);
            if (into_fifo) assert (\dut.fifo.s_data == {read_last[LAT], u_data});
        end
    always @(posedge clk)
        if (started && u_en) begin
            assert (u_q == $past(\dut.q , MEM_LAT));
            assert (u_rs == $past(\dut.r * P + \dut.s , MEM_LAT));
        end

    // ---- credit: words on their way and in the FIFO never outnumber its places --------------------------------------
    integer i;
    reg [4:0] coming;
    always @(*) begin
        coming = 0;
        for (i = 1; i <= LAT; i = i + 1) coming = coming + read[i];
    end

    always @(*)
        if (started) begin
            assert (\dut.ahead == coming + level);
            assert (\dut.ahead <= DEPTH);
            assert (!into_fifo | \dut.fifo_ready );
            assert (busy == (\dut.walking | (coming != 0) | tvalid));
            assert (tvalid == (level != 0));
        end

    // ---- the walk: from the start to its last read ------------------------------------------------------------------
    reg walking;
    always @(posedge clk)
        if (rst) walking <= 1'b0;
        else walking <= start | (walking & !(b_re & \dut.last ));
    always @(*)
        if (started) begin
            assert (\dut.walking == walking);
            assert (b_re == (walking & (coming + level < DEPTH)));
        end

    // ---- what is offered stays until it is taken --------------------------------------------------------------------
    always @(posedge clk)
        if (started && !$past(rst) && $past(tvalid & !tready)) begin
            assert (tvalid);
            assert ($stable({tdata, tlast}));
        end

    // ---- the FIFO's own state ---------------------------------------------------------------------------------------
    (* hierconn *) wire [4:0] \dut.fifo.head , \dut.fifo.tail ;
    wire [4:0] inside = \dut.fifo.tail - \dut.fifo.head ;
    always @(*) if (started) assert (inside <= DEPTH);

    always @(*)
        if (started) begin
            cover (level == DEPTH);
            cover (tvalid & tready & (coming == LAT));
        end

endmodule
