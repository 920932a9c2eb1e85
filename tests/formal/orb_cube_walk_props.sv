// orb_cube_walk goes through all points of a cube in C order, and knows the node and the place of each.
// SPDX-License-Identifier: Apache-2.0
//
// A plain odometer of three indices goes along, 0..N-1, the first 0..N/PARTS-1; the walk must agree in each cycle.
`default_nettype none

module orb_cube_walk_props #(
    parameter P     = 3,
    parameter BMAX  = 3,
    parameter PARTS = 1,
    parameter BB    = $clog2(BMAX + 1),
    parameter RB    = $clog2(BMAX * BMAX + 1),
    parameter YA    = BMAX == 1 ? 1 : $clog2(BMAX * BMAX * BMAX),
    parameter PB    = $clog2(P)
) (
    input wire       clk,
    input wire       start,
    input wire       next,
    input wire [1:0] placement
);

    // shapes do not change during a walk
    (* anyconst *) wire [BB-1:0] b1, b2, b3;
    wire [RB-1:0] b23 = b2 * b3;
    localparam LEAST = BMAX == 1 ? 1 : 2;
    always @(*) assume ((b1 >= LEAST) & (b1 <= BMAX) & (b2 >= LEAST) & (b2 <= BMAX) & (b3 >= LEAST) & (b3 <= BMAX));

    wire [PB-1:0] q, r, s;
    wire [YA-1:0] addr;
    wire last;

    orb_cube_walk #(
        .P(P), .BMAX(BMAX), .IO_WORDS(PARTS)
    ) dut (
        .clk      (clk),
        .start    (start),
        .next     (next),
        .b1       (b1),
        .b2       (b2),
        .b3       (b3),
        .b23      (b23),
        .placement(placement),
        .q        (q),
        .r        (r),
        .s        (s),
        .addr     (addr),
        .last     (last)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (start);

    // ---- the odometer: point (n1,n2,n3) is element (i,j,k) of block (k1,k2,k3) --------------------------------------
    localparam NB = PB + BB;
    wire [NB-1:0] end1 = P / PARTS * b1 - 1, end2 = P * b2 - 1, end3 = P * b3 - 1;
    reg [NB-1:0] n1, n2, n3;
    always @(posedge clk)
        if (start) {n1, n2, n3} <= 0;
        else if (next) begin
            n3 <= (n3 == end3) ? 0 : n3 + 1;
            if (n3 == end3) n2 <= (n2 == end2) ? 0 : n2 + 1;
            if (n3 == end3 && n2 == end2) n1 <= (n1 == end1) ? 0 : n1 + 1;
        end

    (* hierconn *) wire [PB-1:0] \dut.block1 , \dut.block2 , \dut.block3 , \dut.d ;
    (* hierconn *) wire [BB-1:0] \dut.i , \dut.j , \dut.k ;
    (* hierconn *) wire [YA-1:0] \dut.i_b23 , \dut.j_b3 ;
    (* hierconn *) wire \dut.i_last , \dut.j_last , \dut.k_last ;
    (* hierconn *) wire \dut.block1_last , \dut.block2_last , \dut.block3_last , \dut.line_end , \dut.plane_end ;
    wire [PB-1:0] k1 = \dut.block1 , k2 = \dut.block2 , k3 = \dut.block3 ;
    wire [BB-1:0] i = \dut.i , j = \dut.j , k = \dut.k ;
    wire [YA-1:0] i_b23 = i * b23, j_b3 = j * b3;

    always @(*)
        if (started) begin
            assert ((i < b1) & (j < b2) & (k < b3));
            assert ((k1 < P / PARTS) & (k2 < P) & (k3 < P));
            assert (n1 == k1 * b1 + i);
            assert (n2 == k2 * b2 + j);
            assert (n3 == k3 * b3 + k);
            assert ((\dut.i_last == (i == b1 - 1)) & (\dut.block1_last == (k1 == P / PARTS - 1)));
            assert ((\dut.j_last == (j == b2 - 1)) & (\dut.block2_last == (k2 == P - 1)));
            assert ((\dut.k_last == (k == b3 - 1)) & (\dut.block3_last == (k3 == P - 1)));
            assert (\dut.line_end == (n3 == end3));
            assert (\dut.plane_end == ((n2 == end2) & (n3 == end3)));
            assert (\dut.i_b23 == i_b23);
            assert (\dut.j_b3 == j_b3);
            if (PARTS == 1) assert (\dut.d == (2 * P + k3 - k1 - k2) % P);
        end

    // ---- what the ports promise -------------------------------------------------------------------------------------
    wire [YA:0] size = b1 * b23;
    wire [PB+1:0] t = ({2'b00, q} + r + s) % P;
    always @(*)
        if (started) begin
            assert (last == ((n1 == end1) & (n2 == end2) & (n3 == end3)));
            if (PARTS == 1 || placement == 0) assert ((q < P) & (r < P) & (s < P));
            assert (addr == i_b23 + j_b3 + k);
            assert ({1'b0, addr} < size);
            if (PARTS == 1 || placement == 0) case (placement)
                2'd0: assert ((k1 == q) & (k2 == r) & (k3 == s));
                2'd1: assert ((k1 == q) & (k2 == r) & (k3 == t));
                2'd2: assert ((k1 == s) & (k2 == r) & (k3 == t));
                2'd3: assert ((k1 == s) & (k2 == q) & (k3 == t));
            endcase
        end

    always @(*) cover (started & (n3 == end3) & (b3 == LEAST));
    always @(*) cover (started & (n2 == 1) & (placement == 3) & ((BMAX == 1) | ((b1 != b2) & (b2 != b3))));

endmodule
