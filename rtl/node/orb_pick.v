// Picks the word of the chosen lane. At most one lane is chosen; a single lane needs no choice.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_pick #(
    parameter WIDTH = 18,
    parameter LANES = 1
) (
    input  wire [      LANES-1:0] choice,
    input  wire [LANES*WIDTH-1:0] words,
    output wire [      WIDTH-1:0] word
);

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wire [WIDTH-1:0] any;  // of this lane and those before it
            wire [WIDTH-1:0] mine = words[l*WIDTH+:WIDTH] & {WIDTH{LANES == 1 || choice[l]}};
            if (l == 0) begin : g_first
                assign any = mine;
            end else begin : g_next
                assign any = g_lane[l-1].any | mine;
            end
        end
    endgenerate

    assign word = g_lane[LANES-1].any;

endmodule
`resetall
