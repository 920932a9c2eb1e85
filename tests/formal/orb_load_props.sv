// orb_load takes a word exactly when it is offered and expected, and puts each on its bus once.
// SPDX-License-Identifier: Apache-2.0
//
// Where the words go is proved of orb_cube_walk and orb_coef_walk; here the walks are only counted along with.
`default_nettype none

module orb_load_props #(
    parameter P      = 2,
    parameter W      = 8,
    parameter CW     = 8,
    parameter IW     = 8,
    parameter BMAX   = 2,
    parameter NBUF   = 2,
    parameter CBANKS = 1,
    parameter BB     = $clog2(BMAX + 1),
    parameter RB     = $clog2(BMAX * BMAX + 1),
    parameter PB     = $clog2(P),
    parameter XA     = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter YA     = $clog2(BMAX * BMAX * BMAX),
    parameter CA     = $clog2(CBANKS * (P + 2) * BMAX * BMAX)
) (
    input wire          clk,
    input wire          rst,
    input wire          start_cube,
    input wire          start_coef,
    input wire [   1:0] placement,
    input wire [XA-1:0] base,
    input wire [   2:0] axes,
    input wire [CA-1:0] bank,
    input wire [IW-1:0] tdata,
    input wire          tvalid
);

    (* anyconst *) wire [BB-1:0] b1, b2, b3;
    wire [RB-1:0] b23 = b2 * b3;

    wire busy, tready, l_we, c_we;
    wire [PB-1:0] l_q, l_r, l_s, c_row, c_col;
    wire [XA-1:0] l_addr;
    wire [W-1:0] l_data;
    wire [1:0] c_axis;
    wire [P*CA-1:0] c_addr;
    wire [CW-1:0] c_data;

    orb_load #(
        .P     (P),
        .W     (W),
        .CW    (CW),
        .IW    (IW),
        .BMAX  (BMAX),
        .NBUF  (NBUF),
        .CBANKS(CBANKS)
    ) dut (
        .clk       (clk),
        .rst       (rst),
        .start_cube(start_cube),
        .start_coef(start_coef),
        .busy      (busy),
        .b1        (b1),
        .b2        (b2),
        .b3        (b3),
        .b23       (b23),
        .placement (placement),
        .base      (base),
        .axes      (axes),
        .bank      (bank),
        .s_tdata   (tdata),
        .s_tvalid  (tvalid),
        .s_tready  (tready),
        .l_we      (l_we),
        .l_q       (l_q),
        .l_r       (l_r),
        .l_s       (l_s),
        .l_addr    (l_addr),
        .l_data    (l_data),
        .c_we      (c_we),
        .c_axis    (c_axis),
        .c_row     (c_row),
        .c_col     (c_col),
        .c_addr    (c_addr),
        .c_data    (c_data)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) begin
        if (!started) assume (rst);
        // the sequencer starts one thing at a time
        assume (!(start_cube & start_coef));
        if (busy) assume (!start_cube & !start_coef);
    end

    (* hierconn *) wire \dut.cube , \dut.coef , \dut.cube_last , \dut.coef_last ;
    (* hierconn *) wire [PB-1:0] \dut.q , \dut.r , \dut.s , \dut.row , \dut.col ;
    (* hierconn *) wire [YA-1:0] \dut.addr ;
    (* hierconn *) wire [1:0] \dut.axis ;
    (* hierconn *) wire [P*CA-1:0] \dut.place ;

    // ---- what is expected: a cube, or coefficients, from the start to the last word ---------------------------------
    reg cube, coef;
    wire take = tvalid & tready;
    always @(posedge clk)
        if (rst) {cube, coef} <= 2'b00;
        else begin
            cube <= start_cube | (cube & !(take & \dut.cube_last ));
            coef <= start_coef | (coef & !(take & \dut.coef_last ));
        end

    // ready is a matter of registers alone, and so does not wait for valid
    always @(*)
        if (started) begin
            assert (tready == (cube | coef));
            assert (!(cube & coef));
            assert ((\dut.cube == cube) & (\dut.coef == coef));
            assert (busy == (cube | coef | l_we | c_we));
        end

    // ---- each word on its bus, a cycle later ------------------------------------------------------------------------
    always @(posedge clk)
        if (started) begin
            assert (l_we == $past(!rst & take & cube));
            assert (c_we == $past(!rst & take & coef));
            if (l_we) begin
                assert (l_data == $past(tdata[W-1:0]));
                assert ({l_q, l_r, l_s} == $past({\dut.q , \dut.r , \dut.s }));
                assert (l_addr == $past(base + \dut.addr ));
            end
            if (c_we) begin
                assert (c_data == $past(tdata[CW-1:0]));
                assert ({c_axis, c_row, c_col} == $past({\dut.axis , \dut.row , \dut.col }));
                assert (c_addr == $past(\dut.place ));
            end
        end

    // as many words taken as written
    reg [7:0] taken, written;
    always @(posedge clk)
        if (rst) {taken, written} <= 0;
        else begin
            taken   <= taken + take;
            written <= written + l_we + c_we;
        end
    always @(*) if (started) assert (taken == written + l_we + c_we);

    always @(*)
        if (started) begin
            cover (l_we & !tvalid & (taken == 9));
            cover (c_we & !tready & (axes == 3'b010) & (taken == 16));
        end

endmodule
