// Block RAM of a Gowin chip that writes at port A and reads at port B, in words of 36 or 18 bits, as far as Yosys uses
// it; Yosys has a black box only.
// SPDX-License-Identifier: Apache-2.0
//
// Written from Gowin's memory user guide, UG285. The four low bits of port A's address enable the bytes of a word.
`resetall
`default_nettype none

module SDPX9B #(
    parameter READ_MODE   = 1'b0,  // 1: the data that is read has one more register
    parameter BIT_WIDTH_0 = 36,
    parameter BIT_WIDTH_1 = 36,
    parameter BLK_SEL_0   = 3'b000,
    parameter BLK_SEL_1   = 3'b000,
    parameter RESET_MODE  = "SYNC"
) (
    input  wire        CLKA, CEA, RESETA, CLKB, CEB, OCE, RESETB,
    input  wire [13:0] ADA, ADB,
    input  wire [35:0] DI,
    input  wire [ 2:0] BLKSELA, BLKSELB,
    output wire [35:0] DO
);

    generate
        if (BIT_WIDTH_0 != BIT_WIDTH_1 || (BIT_WIDTH_0 != 36 && BIT_WIDTH_0 != 18)) begin : g_width
            SDPX9B_model_has_ports_of_one_width_18_or_36 illegal ();
        end
    endgenerate

    localparam LOW = BIT_WIDTH_0 == 36 ? 5 : 4;

    reg [35:0] words[0:(1<<(14-LOW))-1];
    reg [35:0] read, read_q;
    wire [3:0] put = {4{CEA & (BLKSELA == BLK_SEL_0)}} & (BIT_WIDTH_0 == 36 ? ADA[3:0] : {2'b00, ADA[1:0]});

    always @(posedge CLKA) begin
        if (put[0]) words[ADA>>LOW][8:0] <= DI[8:0];
        if (put[1]) words[ADA>>LOW][17:9] <= DI[17:9];
        if (put[2]) words[ADA>>LOW][26:18] <= DI[26:18];
        if (put[3]) words[ADA>>LOW][35:27] <= DI[35:27];
    end

    always @(posedge CLKB) begin
        if (CEB & (BLKSELB == BLK_SEL_1)) read <= words[ADB>>LOW];
        if (OCE) read_q <= read;
        if (RESETB) {read, read_q} <= 72'd0;
    end

    assign DO = READ_MODE ? read_q : read;

endmodule
`resetall
