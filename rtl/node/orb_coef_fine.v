// Coefficients of a node with one point: for each bank those that stay in the node, and the one that rolls along Q.
// SPDX-License-Identifier: Apache-2.0
//
// A bank has P+2 places. A node keeps the first place, where its row of C3 begins, and the last two, for C1 and C2. The
// rest of the row of C3 comes from the +1 neighbour, one coefficient in each step of a stage.
`resetall
`default_nettype none

module orb_coef_fine #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          en,     // a step, or a coefficient comes
    input  wire          we,     // a coefficient for this node
    input  wire [CM-1:0] addr,   // its place, or that of the coefficient which the step uses
    input  wire [CW-1:0] wdata,
    input  wire [CW-1:0] in,     // what the neighbour uses
    output wire [CW-1:0] out
);

    reg [CW-1:0] moving;
    always @(posedge clk) if (en) moving <= in;

    genvar n;
    generate
        for (n = 0; n < 3 * CBANKS; n = n + 1) begin : g_home
            localparam NUMBER = n / 3 * (P + 2) + (n % 3 == 0 ? 0 : P + n % 3 - 1);
            localparam [CM-1:0] PLACE = NUMBER[CM-1:0];
            reg [CW-1:0] kept;
            always @(posedge clk) if (we && addr == PLACE) kept <= wdata;
            wire [CW-1:0] found;  // of this and those before it, the one that is addressed
            if (n == 0) begin : g_first
                assign found = (addr == PLACE) ? kept : moving;
            end else begin : g_next
                assign found = (addr == PLACE) ? kept : g_home[n-1].found;
            end
        end
    endgenerate

    assign out = g_home[3*CBANKS-1].found;

endmodule
`resetall
