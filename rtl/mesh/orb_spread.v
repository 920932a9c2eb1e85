// Carries control and words to one plane of nodes, and chooses the word of the plane's part of the array. If HOPS is
// not 0, all outputs are registered, as a wire to every node of a large array is slower than the nodes.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_spread #(
    parameter WIDTH = 1,  // bits of the control that all planes receive
    parameter Q     = 0,  // the plane
    `include "orb_params.vh"
) (
    input  wire                clk,
    input  wire [   WIDTH-1:0] told,
    input  wire                c_we,     // the lowest word is a coefficient, for all planes
    input  wire [IO_WORDS*DW-1:0] l_data,   // words to be loaded
    input  wire                l_en,
    input  wire [ IO_WORDS*P-1:0] l_q,      // each part's plane
    input  wire                u_en,     // unloading: likewise
    input  wire [ IO_WORDS*P-1:0] u_hit_q,
    // for this plane, registered
    output wire [   WIDTH-1:0] told_q,
    output wire [      DW-1:0] word,
    output wire                l_hit,    // a word is for a node of this plane
    output wire                u_hit     // a node of this plane is to be read
);

    genvar n;
    generate
        for (n = 0; n < IO_WORDS; n = n + 1) begin : g_part
            wire mine = (IO_WORDS == 1) | l_q[n*P+Q] | (n == 0 & c_we);
            wire [DW-1:0] word_any;  // of this part and those before it
            wire l_any, u_any;
            wire [DW-1:0] word_mine = l_data[n*DW+:DW] & {DW{mine}};
            if (n == 0) begin : g_first
                assign word_any = word_mine;
                assign l_any    = l_q[n*P+Q];
                assign u_any    = u_hit_q[n*P+Q];
            end else begin : g_next
                assign word_any = g_part[n-1].word_any | word_mine;
                assign l_any    = g_part[n-1].l_any | l_q[n*P+Q];
                assign u_any    = g_part[n-1].u_any | u_hit_q[n*P+Q];
            end
        end
    endgenerate

    wire unused = &{1'b0, l_q, u_hit_q};  // the bits of the other planes

    orb_copy #(
        .WIDTH(WIDTH + DW + 2), .ON(HOPS > 0)
    ) copy (
        .clk(clk),
        .d({g_part[IO_WORDS-1].word_any, l_en & g_part[IO_WORDS-1].l_any, u_en & g_part[IO_WORDS-1].u_any, told}),
        .q({word, l_hit, u_hit, told_q})
    );

endmodule
`resetall
