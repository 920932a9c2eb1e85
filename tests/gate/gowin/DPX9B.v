// Block RAM of a Gowin chip with two ports, in words of 9 or 18 bits, as far as Yosys uses it; Yosys has a black box
// only.
// SPDX-License-Identifier: Apache-2.0
//
// Written from Gowin's memory user guide, UG285. The two low bits of an address enable the bytes of a word of 18 bits.
`resetall
`default_nettype none

module DPX9B #(
    parameter READ_MODE0  = 1'b0,   // 1: the data that is read has one more register
    parameter READ_MODE1  = 1'b0,
    parameter WRITE_MODE0 = 2'b00,  // what a port that writes reads: 0 its last data, 1 what it writes
    parameter WRITE_MODE1 = 2'b00,
    parameter BIT_WIDTH_0 = 18,
    parameter BIT_WIDTH_1 = 18,
    parameter BLK_SEL_0   = 3'b000,
    parameter BLK_SEL_1   = 3'b000,
    parameter RESET_MODE  = "SYNC"
) (
    input  wire        CLKA, CEA, OCEA, RESETA, WREA, CLKB, CEB, OCEB, RESETB, WREB,
    input  wire [13:0] ADA, ADB,
    input  wire [17:0] DIA, DIB,
    input  wire [ 2:0] BLKSELA, BLKSELB,
    output wire [17:0] DOA, DOB
);

    localparam BYTES = BIT_WIDTH_0 == 18 ? 2 : 1;

    generate
        if (BIT_WIDTH_0 != BIT_WIDTH_1 || BIT_WIDTH_0 % 9 != 0) begin : g_width
            DPX9B_model_has_ports_of_one_width_9_or_18 illegal ();
        end
        if (WRITE_MODE0 > 1 || WRITE_MODE1 > 1) begin : g_mode
            DPX9B_model_has_write_modes_0_and_1 illegal ();
        end
    endgenerate

    reg [8:0] bytes[0:2047];
    reg [17:0] a, b, a_q, b_q;
    wire a_on = CEA & (BLKSELA == BLK_SEL_0), b_on = CEB & (BLKSELB == BLK_SEL_1);
    // the first byte of a word
    wire [10:0] a_at = BYTES == 2 ? {ADA[13:4], 1'b0} : ADA[13:3], b_at = BYTES == 2 ? {ADB[13:4], 1'b0} : ADB[13:3];
    wire [10:0] a_up = BYTES == 2 ? a_at | 11'd1 : a_at, b_up = BYTES == 2 ? b_at | 11'd1 : b_at;
    wire a_low = BYTES == 1 | ADA[0], b_low = BYTES == 1 | ADB[0];
    wire a_high = BYTES == 2 & ADA[1], b_high = BYTES == 2 & ADB[1];

    always @(posedge CLKA) begin
        if (a_on & WREA & a_low) bytes[a_at] <= DIA[8:0];
        if (a_on & WREA & a_high) bytes[a_up] <= DIA[17:9];
        if (a_on & !WREA) a <= {bytes[a_up], bytes[a_at]};
        else if (a_on & WRITE_MODE0 == 1) a <= DIA;
        if (OCEA) a_q <= a;
        if (RESETA) {a, a_q} <= 36'd0;
    end

    always @(posedge CLKB) begin
        if (b_on & WREB & b_low) bytes[b_at] <= DIB[8:0];
        if (b_on & WREB & b_high) bytes[b_up] <= DIB[17:9];
        if (b_on & !WREB) b <= {bytes[b_up], bytes[b_at]};
        else if (b_on & WRITE_MODE1 == 1) b <= DIB;
        if (OCEB) b_q <= b;
        if (RESETB) {b, b_q} <= 36'd0;
    end

    assign DOA = READ_MODE0 ? a_q : a;
    assign DOB = READ_MODE1 ? b_q : b;

endmodule
`resetall
