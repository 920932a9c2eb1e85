// Translates a block number along one axis into its place in the folded array.
// SPDX-License-Identifier: Apache-2.0
//
// Along an axis the P places fall into tori of `ring` neighbours, block t*ring + l into torus t. A ring goes up over
// the even places of its torus and comes back over the odd ones, so that neighbours are two places apart at most.
`resetall
`default_nettype none

module orb_fold #(
    parameter P   = 4,          // places along the axis
    parameter ALL = 0,          // 0: the place of block t*ring + l; 1: the places l of all tori
    parameter PB  = $clog2(P)
) (
    input  wire [   7:0] ring,  // P itself, or an even divisor of it
    input  wire [PB-1:0] block,
    output wire [ P-1:0] place
);

    genvar n, r;
    generate
        for (n = 0; n < P; n = n + 1) begin : g_place
            wire [P:1] hit;
            for (r = 1; r <= P; r = r + 1) begin : g_ring
                localparam [7:0] RING = r;
                localparam X = n % r;                             // place in its torus
                localparam L = (X % 2 == 0) ? X / 2 : r - 1 - X / 2;  // ... along the ring
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
