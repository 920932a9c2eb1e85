// Translates the number of a block along one axis into its place in the folded array. Combinational.
// SPDX-License-Identifier: Apache-2.0
//
// The P places along an axis are divided into tori of `ring` neighbouring places. Block t*ring + l belongs to torus t.
// A ring goes up over the even places of its torus and comes back over the odd ones, so neighbours on the ring are at
// most two places apart. Only even divisors of P, and P itself, are rings; for other values no place is set.
`resetall
`default_nettype none

module orb_fold #(
    parameter P   = 4,          // places along the axis, 2..64
    parameter ALL = 0,          // 0: set the place of block t*ring + l; 1: set the places of l in all tori
    parameter PB  = $clog2(P)
) (
    input  wire [   7:0] ring,  // nodes along each side of a torus: P, or an even divisor of it
    input  wire [PB-1:0] block,
    output wire [ P-1:0] place  // one bit for each place along the axis
);

    genvar n, r;
    generate
        for (n = 0; n < P; n = n + 1) begin : g_place
            wire [P:1] hit;
            for (r = 1; r <= P; r = r + 1) begin : g_ring
                localparam [7:0] RING = r;
                localparam X = n % r;                             // place in the torus
                localparam L = (X % 2 == 0) ? X / 2 : r - 1 - X / 2;  // position along the ring
                localparam BLOCK = ALL ? L : n - X + L;
                if (r == P || (r % 2 == 0 && P % r == 0)) begin : g_legal
                    assign hit[r] = (ring == RING) & (block == BLOCK[PB-1:0]);
                end else begin : g_illegal
                    assign hit[r] = 1'b0;
                end
            end
            assign place[n] = |hit;
        end
    endgenerate

endmodule
`resetall
