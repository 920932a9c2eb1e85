// Top of the iCEBreaker.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module icebreaker_top #(
    parameter P = 2, BMAX = 4, BFULL = 4, EXP = 0, W = 16, LANES = 1, FMA_LAT = 3, ACC_LAT = 1,
    parameter AW = EXP != 0 ? W : W < 18 ? 2 * W : W + 18, MEM_LAT = 1, SUM_LAT = 0,  // see orbital_core
    parameter IN_HZ = 12000000, CORE_HZ = 24000000, INPUT_DIV = 1, FEEDBACK_DIV = 64, OUTPUT_DIV = 32  // see orb_pll
) (
    input  wire clk_12mhz,
    input  wire uart_rx,      // to the FPGA
    output wire uart_tx,
    output wire led_green_n,  // alive
    output wire led_section,  // busy
    output wire led_red_n     // error
);

    wire clk, locked, alive, error;

    assign led_green_n = !alive;
    assign led_red_n   = !error;

    orb_pll #(
        .IN_HZ(IN_HZ), .OUT_HZ(CORE_HZ), .INPUT_DIV(INPUT_DIV), .FEEDBACK_DIV(FEEDBACK_DIV), .OUTPUT_DIV(OUTPUT_DIV)
    ) pll (
        .clk_in(clk_12mhz), .clk(clk), .locked(locked)
    );

    board_uart #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .LANES(LANES), .MEM_LAT(MEM_LAT),
        .SUM_LAT(SUM_LAT), .FMA_LAT(FMA_LAT), .ACC_LAT(ACC_LAT), .RING(9), .REPLAY(8), .CLOCK_HZ(CORE_HZ)
    ) board (
        .clk(clk), .locked(locked), .rx(uart_rx), .tx(uart_tx), .alive(alive), .busy(led_section), .error(error)
    );

endmodule
`resetall
