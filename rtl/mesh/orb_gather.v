// Gathers over the planes what their nodes report, and the words that are unloaded.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_gather #(
    parameter P     = 4,  // planes
    parameter W     = 18, // bits of a data word
    parameter LANES = 1,  // lanes of a node
    parameter LY    = 9,  // bits that a lane looks at
    parameter IO    = 1,  // words unloaded at once
    parameter SB    = 7   // bits of a count of nodes
) (
    input  wire                  clk,
    // of each plane
    input  wire [P*LANES*LY-1:0] m_planes,
    input  wire [      P*SB-1:0] sat_planes,
    input  wire [       P*W-1:0] u_planes,
    // they are new ...
    input  wire [     LANES-1:0] m_en,
    input  wire                  r_en,
    input  wire                  u_take,
    input  wire [      IO*P-1:0] u_q,        // ... in these planes, one for each word
    // a cycle later
    output reg  [  LANES*LY-1:0] m_bits,     // 0 for a lane that is not looked at
    output reg  [        SB-1:0] sat_count,
    output reg  [      IO*W-1:0] u_data
);

    localparam ML = LANES * LY;
    integer i, j;

    // temporaries of the loops
    reg [ML-1:0] any;
    reg [SB-1:0] total;
    reg [IO*W-1:0] words;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk) begin
        any = {ML{1'b0}};
        for (i = 0; i < P; i = i + 1) any = any | m_planes[i*ML+:ML];
        for (j = 0; j < LANES; j = j + 1) m_bits[j*LY+:LY] <= any[j*LY+:LY] & {LY{m_en[j]}};
        if (r_en) begin
            total = {SB{1'b0}};
            for (i = 0; i < P; i = i + 1) total = total + sat_planes[i*SB+:SB];
            sat_count <= total;
        end
        if (u_take) begin
            words = {IO * W{1'b0}};
            for (i = 0; i < P; i = i + 1)
                for (j = 0; j < IO; j = j + 1)
                    words[j*W+:W] = words[j*W+:W] | (u_planes[i*W+:W] & {W{u_q[j*P+i]}});
            u_data <= words;
        end
    end
    /* verilator lint_on BLKSEQ */

endmodule
`resetall
