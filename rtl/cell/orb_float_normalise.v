// Moves the leading one of a floating-point sum to the top, as far as the least exponent allows.
// SPDX-License-Identifier: Apache-2.0
//
// A negative sum is normalised as it is, without taking its magnitude: that is its complement plus one in the lowest
// place, which is the complement followed by ones without end; zeros moved in from below become those ones when the
// significand is complemented.
`resetall
`default_nettype none

module orb_float_normalise #(
    parameter W   = 52,  // bits of the sum without its sign, PA + 16 .. 63
    parameter PA  = 24,  // bits of the significand
    parameter EW  = 9,   // bits of the exponent fields
    parameter REG = 1    // 1 a register, taken with en; 0 none
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register
    input  wire          clk,
    input  wire          en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [   W:0] d,            // sum, two's complement
    input  wire          lost,         // ... there are ones below it
    input  wire [EW-1:0] limit,        // how far it may move: exponent field of d's top place less 1
    output wire [PA-1:0] significand,  // magnitude, rounded down
    output wire [EW-1:0] below,        // its exponent field less 1; 0 if the result is zero
    output wire          up,           // it has to be rounded up
    output wire          negative,
    output wire          zero          // the sum is zero
);

    localparam N1 = PA + 16;  // bits that matter after the first step: those that the next two may still move up
    localparam N2 = PA + 4;   // ... and after the second
    localparam OUT = PA + EW + 3;

    // which of four groups has the first one: 0..3, 3 also if none has
    function [1:0] leader;
        input [2:0] group;
        leader = {!group[2] & !group[1], !group[2] & (group[1] | !group[0])};
    endfunction

    // a step of 0..3, no longer than allowed
    function [1:0] step;
        input [1:0] wanted, allowed;
        input free;  // any is allowed
        step = free | wanted <= allowed ? wanted : allowed;
    endfunction

    function [OUT-1:0] normalise;
        input [W:0] sum;
        input lost_f;
        input [EW-1:0] limit_f;
        reg sign, found, free, more, half, odd;
        reg [5:0] places, allowed;
        reg [63:0] raw0, ones0;
        reg [N1-1:0] raw1;
        reg [11:0] ones1;
        reg [N2-1:0] raw2;
        reg [2:0] ones2;
        begin
            sign = sum[W];
            raw0 = {sum[W-1:0], {(64 - W) {1'b0}}};
            ones0 = raw0 ^ {64{sign}};
            found = |ones0;
            {free, allowed} = limit_f > 63 ? 7'h40 : {1'b0, limit_f[5:0]};

            places[5:4] = step(leader({|ones0[63:48], |ones0[47:32], |ones0[31:16]}), allowed[5:4], free);
            free = free | places[5:4] < allowed[5:4];
            raw0 = raw0 << {places[5:4], 4'b0};
            raw1 = raw0[63-:N1];
            more = lost_f | (|raw0[63-N1:0]);

            ones1 = raw1[N1-1-:12] ^ {12{sign}};
            places[3:2] = step(leader({|ones1[11:8], |ones1[7:4], |ones1[3:0]}), allowed[3:2], free);
            free = free | places[3:2] < allowed[3:2];
            raw1 = raw1 << {places[3:2], 2'b0};
            raw2 = raw1[N1-1-:N2];
            more = more | (|raw1[N1-N2-1:0]);

            ones2 = raw2[N2-1-:3] ^ {3{sign}};
            places[1:0] = step(leader(ones2), allowed[1:0], free);
            raw2 = raw2 << places[1:0];
            half = raw2[3];
            more = more | (|raw2[2:0]);
            odd = raw2[4] ^ sign;
            normalise = {
                raw2[N2-1:4] ^ {PA{sign}},
                found ? limit_f - {{(EW - 6) {1'b0}}, places} : {EW{1'b0}},
                sign ? !half | (!more & odd) : half & (more | odd),
                sign,
                !found & !lost_f
            };
        end
    endfunction

    wire [OUT-1:0] q;
    generate
        if (REG != 0) begin : g_reg
            reg [OUT-1:0] normalise_q;
            always @(posedge clk) if (en) normalise_q <= normalise(d, lost, limit);
            assign q = normalise_q;
        end else begin : g_none
            assign q = normalise(d, lost, limit);
        end
    endgenerate
    assign {significand, below, up, negative, zero} = q;

endmodule
`resetall
