// The places of a block along the three axes, and of the PARTS-1 blocks that a stream visits at the same time.
// SPDX-License-Identifier: Apache-2.0
//
// Combinational. Block and place differ because the array is folded, see orb_fold.
`resetall
`default_nettype none

module orb_places #(
    parameter P     = 4,                // nodes along each side, 2..64
    parameter PARTS = 1,                // parts of the cube along the first axis, a divisor of P: IO_WORDS
    parameter PB    = $clog2(P)
) (
    input  wire [        7:0] ring,     // nodes along each side of a torus
    input  wire [     PB-1:0] q,        // block of part 0 along each axis; with PARTS > 1, q < P/PARTS
    input  wire [     PB-1:0] r,
    input  wire [     PB-1:0] s,
    output wire [PARTS*P-1:0] place_q,  // one bit for each place along the axis, for each part, part 0 lowest
    output wire [      P-1:0] place_r,
    output wire [      P-1:0] place_s
);

    genvar p;
    generate
        for (p = 0; p < PARTS; p = p + 1) begin : g_part
            localparam OFFSET = p * P / PARTS;
            orb_fold #(.P(P)) fold_q (.ring(ring), .block(q + OFFSET[PB-1:0]), .place(place_q[p*P+:P]));
        end
    endgenerate

    orb_fold #(.P(P)) fold_r (.ring(ring), .block(r), .place(place_r));
    orb_fold #(.P(P)) fold_s (.ring(ring), .block(s), .place(place_s));

endmodule
`resetall
