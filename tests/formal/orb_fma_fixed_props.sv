// orb_fma_fixed adds products, each rounded half up, and no sum of PRODUCTS of them wraps where AW is as short as
// orb_limits allows.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_fma_fixed_props #(
    parameter W        = 5,
    parameter CW       = 4,
    parameter PS       = 1,
    parameter LATENCY  = 3,
    parameter PRODUCTS = 8,
    parameter AW       = W + CW - 1 - PS + $clog2(PRODUCTS)
) (
    input wire                 clk,
    input wire signed [ W-1:0] x,
    input wire signed [CW-1:0] c,
    input wire                 en,
    input wire                 first,
    input wire signed [AW-1:0] a,
    input wire        [   3:0] a_products  // of which a is the sum
);

    localparam WIDE = AW + 4;

    wire signed [AW-1:0] y;
    orb_fma_fixed #(
        .W      (W),
        .CW     (CW),
        .AW     (AW),
        .PS     (PS),
        .LATENCY(LATENCY)
    ) dut (
        .clk  (clk),
        .x    (x),
        .c    (c),
        .en   (en),
        .first(first),
        .a    (a),
        .y    (y)
    );

    // ---- the product that is at the adder ---------------------------------------------------------------------------
    reg signed [W-1:0] x_q[0:LATENCY];
    reg signed [CW-1:0] c_q[0:LATENCY];
    reg [LATENCY:0] known = 0;  // operands came so long ago
    integer n;
    always @(*) {x_q[0], c_q[0]} = {x, c};
    always @(posedge clk) begin
        for (n = 1; n <= LATENCY; n = n + 1) begin
            x_q[n] <= x_q[n-1];
            c_q[n] <= c_q[n-1];
        end
        known <= {known[LATENCY-1:0], 1'b1};
    end
    wire here = (LATENCY == 1) | known[LATENCY-2];
    wire signed [WIDE-1:0] product = x_q[LATENCY-1] * c_q[LATENCY-1];
    wire signed [WIDE-1:0] rounded = (product + ((1 << PS) >> 1)) >>> PS;

    // ---- the sum in so many bits that nothing wraps, and the products in it -----------------------------------------
    reg signed [WIDE-1:0] sum;
    reg [3:0] products;
    reg begun = 1'b0;
    wire signed [WIDE-1:0] from = first ? a : sum;
    wire [3:0] before = first ? a_products : products;

    // no product is larger, and the smallest is as far below zero; none of a coefficient of -2^(CW-1)
    localparam signed [WIDE-1:0] MOST = (((1 << W - 1) * ((1 << CW - 1) - 1)) + ((1 << PS) >> 1)) >>> PS;
    always @(*) begin
        assume (c != {1'b1, {(CW - 1) {1'b0}}});
        if (en) assume (here & (begun | first) & (before < PRODUCTS));
        assume ((a_products <= PRODUCTS) && (a <= $signed(a_products * MOST)) && (a >= -$signed(a_products * MOST)));
    end

    always @(posedge clk)
        if (en) begin
            begun    <= 1'b1;
            sum      <= from + rounded;
            products <= before + 1;
        end

    wire signed [WIDE-1:0] bound = products * MOST;
    always @(*)
        if (begun) begin
            assert (y == sum);
            assert (products <= PRODUCTS);
            assert ((sum <= bound) && (sum >= -bound));
        end

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire signed [W+CW-1:0] \dut.p ;
    always @(*) if (here) assert (\dut.p == product);
    always @(*) if (known[0]) assert (c_q[1] != {1'b1, {(CW - 1) {1'b0}}});

    always @(*) cover (begun & (products == PRODUCTS) & (y == bound));

endmodule
