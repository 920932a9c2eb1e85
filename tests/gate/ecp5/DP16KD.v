// 18 kbit block RAM of an ECP5, as far as rtl/vendor/ecp5 and Yosys use it; Yosys has a black box for it only.
// SPDX-License-Identifier: Apache-2.0
//
// Both ports have one width. Written from Lattice's memory usage guide, FPGA-TN-02204.
`resetall
`default_nettype none

module DP16KD #(
    parameter DATA_WIDTH_A = 18,
    parameter DATA_WIDTH_B = 18,
    parameter REGMODE_A    = "NOREG",
    parameter REGMODE_B    = "NOREG",
    parameter WRITEMODE_A  = "NORMAL",
    parameter WRITEMODE_B  = "NORMAL",
    parameter RESETMODE    = "SYNC",
    parameter GSR          = "ENABLED"
) (
    input  wire CLKA, CEA, OCEA, WEA, RSTA, CSA2, CSA1, CSA0, CLKB, CEB, OCEB, WEB, RSTB, CSB2, CSB1, CSB0,
    input  wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
    input  wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3,
    DIA2, DIA1, DIA0,
    input  wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
    input  wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3,
    DIB2, DIB1, DIB0,
    output wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3,
    DOA2, DOA1, DOA0,
    output wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3,
    DOB2, DOB1, DOB0
);

    localparam BITS = DATA_WIDTH_A;
    localparam LOW = BITS == 36 ? 5 : BITS == 18 ? 4 : BITS == 9 ? 3 : BITS == 4 ? 2 : BITS == 2 ? 1 : 0;

    wire [13:0] at_a = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
    wire [17:0] in_a = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4,
    DIA3, DIA2, DIA1, DIA0};
    wire [13:0] at_b = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
    wire [17:0] in_b = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4,
    DIB3, DIB2, DIB1, DIB0};
    wire select_a = !(CSA2 | CSA1 | CSA0), select_b = !(CSB2 | CSB1 | CSB0);
    wire all_bytes_a = (BITS == 36) ? &at_a[3:0] : (BITS == 18) ? &at_a[1:0] : 1'b1;
    wire all_bytes_b = (BITS == 18) ? &at_b[1:0] : 1'b1;

    reg [BITS-1:0] bits[0:(1<<(14-LOW))-1];
    reg [BITS-1:0] a, b, a_q, b_q;

    // with 36 bits both ports' data pins belong to one word, which port A writes and port B reads
    always @(posedge CLKA) begin
        if (CEA & select_a) begin
            if (WEA & all_bytes_a) bits[at_a>>LOW] <= (BITS == 36) ? {in_b, in_a} : in_a;
            if (!WEA) a <= bits[at_a>>LOW];
        end
        if (OCEA) a_q <= a;
        if (RSTA) {a, a_q} <= {2 * BITS{1'b0}};
    end

    always @(posedge CLKB) begin
        if (CEB & select_b) begin
            if (WEB & all_bytes_b) bits[at_b>>LOW] <= in_b;
            if (!WEB) b <= bits[at_b>>LOW];
        end
        if (OCEB) b_q <= b;
        if (RSTB) {b, b_q} <= {2 * BITS{1'b0}};
    end

    wire [BITS-1:0] from_a = (REGMODE_A == "OUTREG") ? a_q : a, from_b = (REGMODE_B == "OUTREG") ? b_q : b;
    wire [17:0] out_a, out_b;
    generate
        if (BITS == 36) begin : g_wide
            assign {out_b, out_a} = from_b;
        end else begin : g_dual
            assign out_a = from_a;
            assign out_b = from_b;
        end
    endgenerate
    assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2,
    DOA1, DOA0} = out_a;
    assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2,
    DOB1, DOB0} = out_b;

endmodule
`resetall
