// orb_coef_walk goes through the asked matrices in C order, and knows where each word goes in every node.
// SPDX-License-Identifier: Apache-2.0
//
// A plain odometer of matrix, row and column goes along; the walk must agree with it in each cycle.
`default_nettype none

module orb_coef_walk_props #(
    parameter P      = 3,
    parameter BMAX   = 3,
    parameter CBANKS = 2,
    parameter LANES  = 1,
    parameter BLOCK  = BMAX * ((BMAX + LANES - 1) / LANES * LANES),
    parameter BB     = $clog2(BMAX + 1),
    parameter PB     = $clog2(P),
    parameter CA     = $clog2(CBANKS * (P + 2) * BLOCK)
) (
    input wire clk,
    input wire start,
    input wire next
);

    localparam BANK = (P + 2) * BLOCK;

    // the descriptor and the shape do not change during a walk, and are legal
    (* anyconst *) wire [BB-1:0] b1, b2, b3;
    (* anyconst *) wire [2:0] axes;
    (* anyconst *) wire [CA-1:0] bank;
    (* anyconst *) wire [7:0] ring;
    always @(*) begin
        assume ((b1 >= 2) & (b1 <= BMAX) & (b2 >= 2) & (b2 <= BMAX) & (b3 >= 2) & (b3 <= BMAX));
        assume (axes != 0);
        assume ((ring == P) | ((P % 2 == 0) & (ring == 2)));
        assume ((bank == 0) | ((CBANKS > 1) & (bank == BANK)));
    end

    wire [1:0] axis;
    wire [PB-1:0] row, col;
    wire [P*CA-1:0] addr;
    wire last;

    orb_coef_walk #(
        .P(P), .BMAX(BMAX), .LANES(LANES), .CBANKS(CBANKS)
    ) dut (
        .clk  (clk),
        .start(start),
        .next (next),
        .axes (axes),
        .bank (bank),
        .b1   (b1),
        .b2   (b2),
        .b3   (b3),
        .ring (ring),
        .axis (axis),
        .row  (row),
        .col  (col),
        .addr (addr),
        .last (last)
    );

    // ---- the odometer; it is done behind the last word, and what the walk does then is of no account ----------------
    localparam NB = PB + BB;
    reg walking = 1'b0;
    reg [1:0] matrix;
    reg [NB-1:0] n, m;  // row and column of the matrix
    wire [BB-1:0] b = (matrix == 0) ? b1 : (matrix == 1) ? b2 : b3;
    wire [NB-1:0] top = ring * b - 1;
    wire at_end = (n == top) & (m == top);
    wire more = (matrix == 0) ? |axes[2:1] : (matrix == 1) ? axes[2] : 1'b0;

    always @(posedge clk)
        if (start) begin
            walking <= 1'b1;
            matrix  <= axes[0] ? 0 : axes[1] ? 1 : 2;
            {n, m}  <= 0;
        end else if (next & walking) begin
            m <= (m == top) ? 0 : m + 1;
            if (m == top) n <= (n == top) ? 0 : n + 1;
            if (at_end) begin
                walking <= more;
                matrix  <= (matrix == 0 && axes[1]) ? 1 : 2;
            end
        end

    (* hierconn *) wire [BB-1:0] \dut.m , \dut.n ;
    (* hierconn *) wire [CA-1:0] \dut.m_b ;
    (* hierconn *) wire \dut.m_last , \dut.n_last , \dut.row_last , \dut.col_last ;
    wire [CA-1:0] pitch = (b + LANES - 1) / LANES * LANES;  // of a row, in whole lanes

    always @(*)
        if (walking) begin
            assert (matrix < 3);
            assert (axes[matrix]);
            assert (axis == matrix);
            assert ((row < ring) & (col < ring) & (\dut.m < b) & (\dut.n < b));
            assert (n == row * b + \dut.m );
            assert (m == col * b + \dut.n );
            assert (\dut.m_b == \dut.m * pitch);
            assert ((\dut.m_last == (\dut.m == b - 1)) & (\dut.n_last == (\dut.n == b - 1)));
            assert ((\dut.row_last == (row == ring - 1)) & (\dut.col_last == (col == ring - 1)));
            assert (last == (at_end & !more));
        end

    // ---- element (m,n) of the block lies at m*pitch + n of its place, for each T = 0..ring-1 ------------------------
    wire [CA-1:0] inside = \dut.m * pitch + \dut.n ;
    genvar t;
    generate
        for (t = 0; t < P; t = t + 1) begin : g_t
            wire [CA-1:0] at = addr[t*CA+:CA];
            wire [2:0] place = (axis == 0) ? P : (axis == 1) ? P + 1 : (col + ring - t) % ring;
            always @(*)
                if (walking & (t < ring)) begin
                    assert (at == bank + place * BLOCK + inside);
                    assert (inside < BLOCK);
                    assert ((at >= bank) & (at < bank + BANK));
                end
        end
    endgenerate

    always @(*) cover (walking & last & (axes == 3'b100) & (b3 == 2));
    always @(*) cover (walking & (matrix == 2) & (axes == 3'b101) & (b1 == 2));

endmodule
