// Counts what a run costs: cycles of each kind, and results that were clipped.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_counters #(
    parameter BITS = 48,  // of a cycle counter, 33..64
    parameter SB   = 7    // bits of the clipped results of a cycle
) (
    input  wire          clk,
    input  wire          clear,
    input  wire          busy,      // the program runs
    input  wire          compute,   // stages are in work or on their way
    input  wire          waiting,   // ... and wait
    input  wire          coef,      // coefficients are loaded
    input  wire          load,      // a cube is loaded
    input  wire          unload,    // a cube is unloaded
    input  wire          sat_en,
    input  wire [SB-1:0] sat_count,
    output wire [ 383:0] cycles,    // 64 bits each: busy lowest, and on in this order
    output reg  [  31:0] saturations   // stays at its largest value
);

    wire [5:0] event_now = {unload, load, coef, waiting, compute, busy};

    genvar n;
    generate
        for (n = 0; n < 6; n = n + 1) begin : g_count
            reg [BITS-1:0] count;
            always @(posedge clk)
                if (clear) count <= {BITS{1'b0}};
                else if (event_now[n]) count <= count + 1'b1;
            if (BITS < 64) begin : g_pad
                assign cycles[n*64+:64] = {{(64 - BITS) {1'b0}}, count};
            end else begin : g_full
                assign cycles[n*64+:64] = count;
            end
        end
    endgenerate

    wire [32:0] sum = {1'b0, saturations} + {{(33 - SB) {1'b0}}, sat_count};
    always @(posedge clk)
        if (clear) saturations <= 32'd0;
        else if (sat_en) saturations <= sum[32] ? 32'hFFFF_FFFF : sum[31:0];

endmodule
`resetall
