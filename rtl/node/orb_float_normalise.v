// Shifts the leading one of a floating-point sum to the top, as far as the least exponent allows.
// SPDX-License-Identifier: Apache-2.0
//
// The shift has three steps, by 16, 4 and 1 places, up to three times each. The first two may end in a register, so the
// latency is REG_16 + REG_4 cycles. It takes a sum in every cycle.
//
// A negative sum is normalised without taking its magnitude first. The magnitude is the complement plus one in the
// lowest place, which equals the complement followed by endless ones. The zeros that are shifted in from below become
// these ones when the significand is complemented.
`resetall
`default_nettype none

module orb_float_normalise #(
    parameter W      = 53,  // bits of the sum without its sign, PA + 16 .. 63
    parameter PA     = 24,  // bits of the significand
    parameter EW     = 9,   // bits of the exponent fields, 7 or more
    parameter REG_16 = 0,   // 1: a register after the step by 16, loaded with en_16; 0: none
    parameter REG_4  = 1    // 1: a register after the step by 4, loaded with en_4; 0: none
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register, there is no clock
    input  wire          clk,
    input  wire          en_16,
    input  wire          en_4,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [   W:0] d,            // sum, two's complement
    input  wire [  15:1] stop,         // one bit for each four places, the highest first: see orb_float_find
    input  wire          lost,         // there are ones below the sum
    input  wire [EW-1:0] top,          // exponent field if the leading one is in the top place of d
    input  wire [EW-1:0] limit,        // the largest number of places by which d may be shifted: top - 1
    output wire [PA-1:0] significand,  // magnitude, rounded down
    output wire [EW-1:0] field,        // the exponent field is field - less if the leading one is at the top
    output wire [   1:0] less,
    output wire          half,         // the bit of the shifted sum below the significand
    output wire          more,         // there are ones below `half`
    output wire          negative,
    output wire          zero          // the sum is zero
);

    localparam N16 = PA + 16;  // bits that are kept after the step by 16, because the next steps may shift them up
    localparam N4 = PA + 4;    // bits that are kept after the step by 4
    localparam N1 = PA + 1;

    // the number of the first place that is set, 3 if none of these three is
    function [1:0] leader;
        input [2:0] there;
        leader = {!there[2] & !there[1], !there[2] & (there[1] | !there[0])};
    endfunction

    // ---- by sixteens -----------------------------------------------------------------------------------------------
    wire [1:0] n_16 = leader({|stop[15:12], |stop[11:8], |stop[7:4]});
    wire [2:0] stop_n = n_16[1] ? (n_16[0] ? stop[3:1] : stop[7:5]) : n_16[0] ? stop[11:9] : stop[15:13];
    wire [N16-1:0] raw_16;
    wire lower_16, zero_16, negative_16, near_16;
    wire [2:0] stop_16;
    wire [3:0] limit_16;  // places by which the sum may still be shifted, if near_16
    wire [EW-1:0] field_16;

    orb_float_step #(
        .PLACES(16),
        .IN(64),
        .OUT(N16),
        .REG(REG_16)
    ) u_16 (
        .clk(clk),
        .en(en_16),
        .raw({d[W-1:0], {(64 - W) {1'b0}}}),
        .n(n_16),
        .lower(lost),
        .moved(raw_16),
        .moved_lower(lower_16)
    );

    orb_reg #(
        .WIDTH(EW + 10),
        .REG(REG_16)
    ) u_side_16 (
        .clk(clk),
        .en(en_16),
        .d({
            top - {{(EW - 6) {1'b0}}, n_16, 4'b0},
            limit[3:0],
            !(|limit[EW-1:6]) & limit[5:4] == n_16,
            stop_n,
            d[W],
            !(|d) & !lost
        }),
        .q({field_16, limit_16, near_16, stop_16, negative_16, zero_16})
    );

    // ---- by fours --------------------------------------------------------------------------------------------------
    wire [1:0] n_4 = leader(stop_16);
    wire [N4-1:0] raw_4;
    wire near_4 = near_16 & limit_16[3:2] == n_4;
    wire lower_4, zero_4, negative_4;
    wire [2:0] limit_4;  // the limit is in the highest, second or third place
    wire [EW-1:0] field_4;

    orb_float_step #(
        .PLACES(4),
        .IN(N16),
        .OUT(N4),
        .REG(REG_4)
    ) u_4 (
        .clk(clk),
        .en(en_4),
        .raw(raw_16),
        .n(n_4),
        .lower(lower_16),
        .moved(raw_4),
        .moved_lower(lower_4)
    );

    orb_reg #(
        .WIDTH(EW + 5),
        .REG(REG_4)
    ) u_side_4 (
        .clk(clk),
        .en(en_4),
        .d({
            field_16 - {{(EW - 4) {1'b0}}, n_4, 2'b0},
            near_4 ? 3'b100 >> limit_16[1:0] : 3'b000,
            negative_16,
            zero_16
        }),
        .q({field_4, limit_4, negative_4, zero_4})
    );

    // ---- by ones ---------------------------------------------------------------------------------------------------
    wire [2:0] stop_4 = limit_4 | (raw_4[N4-1-:3] ^ {3{negative_4}});
    wire [1:0] n_1 = leader(stop_4);
    wire [N1-1:0] raw_1;

    orb_float_step #(
        .PLACES(1),
        .IN(N4),
        .OUT(N1),
        .REG(0)
    ) u_1 (
        .clk(clk),
        .en(1'b0),
        .raw(raw_4),
        .n(n_1),
        .lower(lower_4),
        .moved(raw_1),
        .moved_lower(more)
    );

    assign field = field_4;
    assign less = n_1;
    assign negative = negative_4;
    assign zero = zero_4;
    assign significand = raw_1[PA:1] ^ {PA{negative}};
    assign half = raw_1[0];

endmodule
`resetall
