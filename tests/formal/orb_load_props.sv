// orb_load takes a word exactly when it is offered and expected, and puts each on its bus once.
// SPDX-License-Identifier: Apache-2.0
//
// Where the words go is proved of orb_cube_walk and orb_coef_walk, and the bench of orb_fold tries where the nodes are;
// here the walks are only counted along with.
`default_nettype none

module orb_load_props #(
    parameter P        = 2,
    parameter W        = 8,
    parameter CW       = 8,
    parameter IW       = 8,
    parameter IO_WORDS = 1,
    parameter BMAX     = 2,
    parameter NBUF     = 2,
    parameter BB       = $clog2(BMAX + 1),
    parameter RB       = $clog2(BMAX * BMAX + 1),
    parameter PB       = $clog2(P),
    parameter XA       = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter YA       = $clog2(BMAX * BMAX * BMAX),
    parameter CA       = $clog2((P + 2) * BMAX * BMAX)
) (
    input wire                   clk,
    input wire                   rst,
    input wire                   begin_cube,
    input wire                   start_coef,
    input wire [            1:0] placement,
    input wire [         XA-1:0] base,
    input wire [            2:0] axes,
    input wire [         CA-1:0] bank,
    input wire [IO_WORDS*IW-1:0] tdata,
    input wire                   tvalid,
    input wire                   may_go  // the port is free
);

    (* anyconst *) wire [BB-1:0] b1, b2, b3;
    (* anyconst *) wire [7:0] ring;
    wire [RB-1:0] b23 = b2 * b3;

    wire done, coef_busy, tready, s_last, l_valid, l_take, c_we;
    wire [3*PB-1:0] l_node, l_next;
    wire [IO_WORDS*P-1:0] l_q;
    wire [P-1:0] l_r, l_s, c_row, c_col;
    wire [XA-1:0] l_addr;
    localparam DW = W > CW ? W : CW;
    wire [IO_WORDS*DW-1:0] l_data;
    wire [1:0] c_axis;
    wire [P*CA-1:0] c_addr;
    wire l_en = l_valid & may_go;
    reg cube;

    orb_load #(
        .P(P), .W(W), .CW(CW), .IN_BITS(IW), .IO_WORDS(IO_WORDS), .BMAX(BMAX), .NBUF(NBUF)
    ) dut (
        .*,
        .s_tdata (tdata),
        .s_tvalid(tvalid),
        .s_tready(tready)
    );

    // ---- a cube is expected until the cycle of done; coefficients come alone ----------------------------------------
    reg started = 1'b0;
    always @(posedge clk) begin
        started <= 1'b1;
        cube    <= !rst & (begin_cube | (cube & !done));
    end
    always @(*) begin
        if (!started) assume (rst);
        if (start_coef | coef_busy) assume (!begin_cube & !cube);
        if (coef_busy) assume (!start_coef);
        if (cube) assume (!begin_cube);
        assume (base % (BMAX * BMAX * BMAX) == 0);  // where buffers begin
    end

    (* hierconn *) wire \dut.coef , \dut.cube_last , \dut.coef_last , \dut.l_last ;
    (* hierconn *) wire [PB-1:0] \dut.q , \dut.r , \dut.s ;
    (* hierconn *) wire [IO_WORDS*P-1:0] \dut.place_q ;
    (* hierconn *) wire [P-1:0] \dut.place_r , \dut.place_s , \dut.rows , \dut.cols ;
    (* hierconn *) wire [YA-1:0] \dut.addr ;
    (* hierconn *) wire [1:0] \dut.axis ;
    (* hierconn *) wire [P*CA-1:0] \dut.place ;

    // ---- what is expected: beats of a cube or of coefficients, from the start to the last ---------------------------
    reg more, coef;
    wire take = tvalid & tready;
    always @(posedge clk) begin
        more <= !rst & (begin_cube | (more & !(take & \dut.cube_last )));
        coef <= !rst & (start_coef | (coef & !(take & \dut.coef_last )));
    end

    // ready does not wait for valid: a beat is taken when the one before is gone or goes now
    always @(*)
        if (started) begin
            assert (tready == (coef | (more & (!l_valid | l_en))));
            assert (!(cube & coef));
            assert (\dut.coef == coef);
            assert (cube == (more | l_valid));
            if (l_valid) assert (\dut.l_last == !more);
            assert (done == (l_en & !more));
            assert (coef_busy == (coef | c_we));
        end

    // ---- each beat on its bus, and there until it goes --------------------------------------------------------------
    genvar n;
    generate
        for (n = 0; n < IO_WORDS; n = n + 1) begin : g_word
            always @(posedge clk)
                if (started && $past(take & more & !rst)) assert (l_data[n*DW+:W] == $past(tdata[n*IW+:W]));
        end
    endgenerate
    always @(posedge clk)
        if (started) begin
            assert (l_valid == ($past(!rst & ((take & more) | (l_valid & !l_en)))));
            if ($past(take & !rst)) assert ($past(s_last) == !(more | coef));  // the beat was the last of its load
            assert (c_we == $past(!rst & take & coef));
            assert (l_node == $past(l_take ? l_next : l_node));  // what orb_port_share is told
            if ($past(take & more & !rst)) begin
                assert (l_node == $past({\dut.q , \dut.r , \dut.s }));
                assert ({l_q, l_r, l_s} == $past({\dut.place_q , \dut.place_r , \dut.place_s }));
                assert (l_addr == $past(base + \dut.addr ));
            end else if (l_valid) assert ($stable({l_node, l_q, l_r, l_s, l_addr, l_data}));
            if (c_we) begin
                assert (l_data[CW-1:0] == $past(tdata[CW-1:0]));
                assert ({c_axis, c_row, c_col} == $past({\dut.axis , \dut.rows , \dut.cols }));
                assert (c_addr == $past(\dut.place ));
            end
        end

    // as many beats taken as written
    reg [7:0] taken, written;
    always @(posedge clk)
        if (rst) {taken, written} <= 0;
        else begin
            taken   <= taken + take;
            written <= written + l_en + c_we;
        end
    always @(*) if (started) assert (taken == written + l_valid + c_we);

    always @(*)
        if (started) begin
            cover (l_en & !tvalid & (taken == 9));
            cover (c_we & !tready & (axes == 3'b010) & (taken == 16));
        end

endmodule
