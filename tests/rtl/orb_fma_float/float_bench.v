// What the float harness drives: the multiply-add with its shortest, usual and longest latencies, and the rounding.
// SPDX-License-Identifier: Apache-2.0
//
// Vectors enter together, one a cycle; each multiply-add gets en, first and a when it wants them, and all sums
// come out together LATENCY cycles after their vector. Only what was enabled comes out changed.
`resetall
`default_nettype none

module float_bench #(
    parameter EXP  = 8,
    parameter MAN  = 23,
    parameter AEXP = 8,
    parameter AMAN = 23
) (
    input  wire               clk,
    input  wire [  EXP+MAN:0] x,
    input  wire [  EXP+MAN:0] c,
    input  wire               en,
    input  wire               first,
    input  wire [AEXP+AMAN:0] a,
    output wire [AEXP+AMAN:0] y_short,   // GROUP 1
    output wire [AEXP+AMAN:0] y_usual,   // GROUP 4
    output wire [AEXP+AMAN:0] y_long,    // GROUP 8
    input  wire [AEXP+AMAN:0] v,
    output reg  [AEXP+AMAN:0] v_q,
    output reg  [  EXP+MAN:0] q,         // of the v of ROUND_LATENCY cycles ago
    output reg                sat
);

    localparam LATENCY = 8;
    localparam WIDTH = AEXP + AMAN + 1;

    reg [WIDTH+1:0] late1, late2, late3;
    always @(posedge clk) begin
        late1 <= {en, first, a};
        late2 <= late1;
        late3 <= late2;
    end

    wire [WIDTH-1:0] early_short, early_usual;

    orb_fma_float #(
        .EXP(EXP),
        .MAN(MAN),
        .AEXP(AEXP),
        .AMAN(AMAN),
        .MUL_LAT(1),
        .ADD_LAT(1),
        .GROUP(1)
    ) u_short (
        .clk(clk),
        .x(x),
        .c(c),
        .en(late1[WIDTH+1]),
        .first(late1[WIDTH]),
        .a(late1[WIDTH-1:0]),
        .y(early_short)
    );

    orb_fma_float #(
        .EXP(EXP),
        .MAN(MAN),
        .AEXP(AEXP),
        .AMAN(AMAN),
        .MUL_LAT(2),
        .ADD_LAT(4),
        .GROUP(4)
    ) u_usual (
        .clk(clk),
        .x(x),
        .c(c),
        .en(late2[WIDTH+1]),
        .first(late2[WIDTH]),
        .a(late2[WIDTH-1:0]),
        .y(early_usual)
    );

    orb_fma_float #(
        .EXP(EXP),
        .MAN(MAN),
        .AEXP(AEXP),
        .AMAN(AMAN),
        .MUL_LAT(3),
        .ADD_LAT(5),
        .GROUP(8)
    ) u_long (
        .clk(clk),
        .x(x),
        .c(c),
        .en(late3[WIDTH+1]),
        .first(late3[WIDTH]),
        .a(late3[WIDTH-1:0]),
        .y(y_long)
    );

    reg [WIDTH*(LATENCY-2)-1:0] wait_short;
    reg [WIDTH*(LATENCY-6)-1:0] wait_usual;
    always @(posedge clk) begin
        wait_short <= {wait_short[WIDTH*(LATENCY-3)-1:0], early_short};
        wait_usual <= {wait_usual[WIDTH*(LATENCY-7)-1:0], early_usual};
    end
    assign y_short = wait_short[WIDTH*(LATENCY-2)-1-:WIDTH];
    assign y_usual = wait_usual[WIDTH*(LATENCY-6)-1-:WIDTH];

    wire [EXP+MAN:0] rounded;
    wire infinite;
    always @(posedge clk) {v_q, q, sat} <= {v, rounded, infinite};

    orb_round_float #(
        .EXP(EXP),
        .MAN(MAN),
        .AEXP(AEXP),
        .AMAN(AMAN)
    ) u_round (
        .clk(clk),
        .en(1'b1),
        .v(v_q),
        .q(rounded),
        .sat(infinite)
    );

endmodule
`resetall
