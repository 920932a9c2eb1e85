// Top of the ULX3S.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module ulx3s_top #(
    parameter P = 4, BMAX = 8, BFULL = 8, EXP = 0, W = 18, LANES = 1, FMA_LAT = 3, ACC_LAT = 1,
    parameter AW = EXP != 0 ? W : W < 18 ? 2 * W : W + 18, PS = EXP != 0 ? 0 : W < 9 ? W - 1 : 8,  // see orbital_core
    parameter IN_HZ = 25000000, CORE_HZ = 60000000, INPUT_DIV = 5, FEEDBACK_DIV = 12, OUTPUT_DIV = 10  // see orb_pll
) (
    input  wire       clk_25mhz,
    input  wire       ftdi_txd,  // to the FPGA
    output wire       ftdi_rxd,
    output wire [2:0] led        // error, busy, alive
);

    wire clk, locked;

    orb_pll #(
        .IN_HZ(IN_HZ), .OUT_HZ(CORE_HZ), .INPUT_DIV(INPUT_DIV), .FEEDBACK_DIV(FEEDBACK_DIV), .OUTPUT_DIV(OUTPUT_DIV)
    ) pll (
        .clk_in(clk_25mhz), .clk(clk), .locked(locked)
    );

    board_uart #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .PS(PS), .LANES(LANES), .FMA_LAT(FMA_LAT),
        .ACC_LAT(ACC_LAT), .CLOCK_HZ(CORE_HZ)
    ) board (
        .clk(clk), .locked(locked), .rx(ftdi_txd), .tx(ftdi_rxd), .alive(led[0]), .busy(led[1]), .error(led[2])
    );

endmodule
`resetall
