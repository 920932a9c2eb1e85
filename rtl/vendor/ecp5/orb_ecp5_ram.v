// One block RAM of an ECP5, DP16KD, with buses instead of single pins: 18 Kbit, one clock, two ports.
// SPDX-License-Identifier: Apache-2.0
//
// Data follows its address by LATENCY cycles. Addresses count bits, so with words of 2, 4, 9, 18, 36 bits the
// lowest 1, 2, 3, 4, 5 bits do not select a word. For a port that writes 18 (36) bits, the lowest 2 (4) of them enable
// the bytes. With 36 bits, port A only writes and port B only reads, and the upper half of each word is at the pins of
// the other port.
`resetall
`default_nettype none

module orb_ecp5_ram #(
    parameter BITS    = 18,  // bits of a word: 1, 2, 4, 9, 18 or 36
    parameter LATENCY = 2    // cycles from address to data: 1, or 2 with the output register
) (
    input  wire        clk,
    input  wire        a_en,
    input  wire        a_we,
    input  wire [13:0] a_addr,
    input  wire [17:0] a_wdata,
    output wire [17:0] a_rdata,
    input  wire        b_en,
    input  wire        b_we,
    input  wire [13:0] b_addr,
    input  wire [17:0] b_wdata,
    output wire [17:0] b_rdata
);

    // NORMAL: a port that writes keeps its read data. OCE: the output registers load in every cycle.
    DP16KD #(
        .DATA_WIDTH_A(BITS), .REGMODE_A(LATENCY == 2 ? "OUTREG" : "NOREG"), .WRITEMODE_A("NORMAL"),
        .DATA_WIDTH_B(BITS), .REGMODE_B(LATENCY == 2 ? "OUTREG" : "NOREG"), .WRITEMODE_B("NORMAL"),
        .RESETMODE("SYNC"), .GSR("DISABLED")
    ) block (
        .CLKA(clk), .CEA(a_en), .OCEA(1'b1), .WEA(a_we), .RSTA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
        .ADA0(a_addr[0]), .ADA1(a_addr[1]), .ADA2(a_addr[2]), .ADA3(a_addr[3]), .ADA4(a_addr[4]),
        .ADA5(a_addr[5]), .ADA6(a_addr[6]), .ADA7(a_addr[7]), .ADA8(a_addr[8]), .ADA9(a_addr[9]),
        .ADA10(a_addr[10]), .ADA11(a_addr[11]), .ADA12(a_addr[12]), .ADA13(a_addr[13]),
        .DIA0(a_wdata[0]), .DIA1(a_wdata[1]), .DIA2(a_wdata[2]), .DIA3(a_wdata[3]), .DIA4(a_wdata[4]),
        .DIA5(a_wdata[5]), .DIA6(a_wdata[6]), .DIA7(a_wdata[7]), .DIA8(a_wdata[8]), .DIA9(a_wdata[9]),
        .DIA10(a_wdata[10]), .DIA11(a_wdata[11]), .DIA12(a_wdata[12]), .DIA13(a_wdata[13]), .DIA14(a_wdata[14]),
        .DIA15(a_wdata[15]), .DIA16(a_wdata[16]), .DIA17(a_wdata[17]),
        .DOA0(a_rdata[0]), .DOA1(a_rdata[1]), .DOA2(a_rdata[2]), .DOA3(a_rdata[3]), .DOA4(a_rdata[4]),
        .DOA5(a_rdata[5]), .DOA6(a_rdata[6]), .DOA7(a_rdata[7]), .DOA8(a_rdata[8]), .DOA9(a_rdata[9]),
        .DOA10(a_rdata[10]), .DOA11(a_rdata[11]), .DOA12(a_rdata[12]), .DOA13(a_rdata[13]), .DOA14(a_rdata[14]),
        .DOA15(a_rdata[15]), .DOA16(a_rdata[16]), .DOA17(a_rdata[17]),
        .CLKB(clk), .CEB(b_en), .OCEB(1'b1), .WEB(b_we), .RSTB(1'b0), .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
        .ADB0(b_addr[0]), .ADB1(b_addr[1]), .ADB2(b_addr[2]), .ADB3(b_addr[3]), .ADB4(b_addr[4]),
        .ADB5(b_addr[5]), .ADB6(b_addr[6]), .ADB7(b_addr[7]), .ADB8(b_addr[8]), .ADB9(b_addr[9]),
        .ADB10(b_addr[10]), .ADB11(b_addr[11]), .ADB12(b_addr[12]), .ADB13(b_addr[13]),
        .DIB0(b_wdata[0]), .DIB1(b_wdata[1]), .DIB2(b_wdata[2]), .DIB3(b_wdata[3]), .DIB4(b_wdata[4]),
        .DIB5(b_wdata[5]), .DIB6(b_wdata[6]), .DIB7(b_wdata[7]), .DIB8(b_wdata[8]), .DIB9(b_wdata[9]),
        .DIB10(b_wdata[10]), .DIB11(b_wdata[11]), .DIB12(b_wdata[12]), .DIB13(b_wdata[13]), .DIB14(b_wdata[14]),
        .DIB15(b_wdata[15]), .DIB16(b_wdata[16]), .DIB17(b_wdata[17]),
        .DOB0(b_rdata[0]), .DOB1(b_rdata[1]), .DOB2(b_rdata[2]), .DOB3(b_rdata[3]), .DOB4(b_rdata[4]),
        .DOB5(b_rdata[5]), .DOB6(b_rdata[6]), .DOB7(b_rdata[7]), .DOB8(b_rdata[8]), .DOB9(b_rdata[9]),
        .DOB10(b_rdata[10]), .DOB11(b_rdata[11]), .DOB12(b_rdata[12]), .DOB13(b_rdata[13]), .DOB14(b_rdata[14]),
        .DOB15(b_rdata[15]), .DOB16(b_rdata[16]), .DOB17(b_rdata[17])
    );

endmodule
`resetall
