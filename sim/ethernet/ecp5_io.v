// The cells of an ECP5's pins that liteeth names, for simulation: double data rate in and out, delays, and a flip-flop.
// SPDX-License-Identifier: Apache-2.0
//
// DELAYG delays by nanoseconds, which only align clock and data at the pins of a real PHY; the simulated one aligns
// them.
/* verilator lint_off DECLFILENAME */
`resetall
`default_nettype none

module IDDRX1F (
    input  wire D,
    input  wire SCLK,
    input  wire RST,
    output reg  Q0,   // of the rising edge
    output reg  Q1    // of the falling edge after it
);
    reg rising, falling;
    wire unused = &{1'b0, RST};
    always @(posedge SCLK) begin
        rising <= D;
        {Q0, Q1} <= {rising, falling};
    end
    always @(negedge SCLK) falling <= D;
endmodule

module ODDRX1F (
    input  wire D0,  // first, while the clock is high
    input  wire D1,
    input  wire SCLK,
    input  wire RST,
    output wire Q
);
    reg first, second, later;
    wire unused = &{1'b0, RST};
    always @(posedge SCLK) {first, second} <= {D0, D1};
    always @(negedge SCLK) later <= second;
    assign Q = SCLK ? first : later;
endmodule

module DELAYG #(
    parameter DEL_MODE  = "USER_DEFINED",
    parameter DEL_VALUE = 0
) (
    input  wire A,
    output wire Z
);
    assign Z = A;
endmodule

module FD1S3BX (
    input  wire D,
    input  wire CK,
    input  wire PD,
    output reg  Q
);
    initial Q = 1'b1;
    always @(posedge CK or posedge PD)
        if (PD) Q <= 1'b1;
        else Q <= D;
endmodule
`resetall
