// Top of the Tang Nano 20K.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module tangnano20k_top #(
    parameter P = 2, BMAX = 8, BFULL = 8, EXP = 0, W = 18, LANES = 1, FMA_LAT = 3, ACC_LAT = 1,
    parameter AW = EXP != 0 ? W : W < 18 ? 2 * W : W + 18, PS = EXP != 0 ? 0 : W < 9 ? W - 1 : 8,  // see orbital_core
    parameter IN_HZ = 27000000, CORE_HZ = 54000000, INPUT_DIV = 1, FEEDBACK_DIV = 2, OUTPUT_DIV = 16  // see orb_pll
) (
    input  wire       clk_27mhz,
    input  wire       uart_rx,  // to the FPGA
    output wire       uart_tx,
    output wire [2:0] led_n     // error, busy, alive
);

    wire clk, locked, alive, busy, error;

    assign led_n = ~{error, busy, alive};

    orb_pll #(
        .IN_HZ(IN_HZ), .OUT_HZ(CORE_HZ), .INPUT_DIV(INPUT_DIV), .FEEDBACK_DIV(FEEDBACK_DIV), .OUTPUT_DIV(OUTPUT_DIV)
    ) pll (
        .clk_in(clk_27mhz), .clk(clk), .locked(locked)
    );

    board_uart #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .PS(PS), .LANES(LANES), .FMA_LAT(FMA_LAT),
        .ACC_LAT(ACC_LAT), .CLOCK_HZ(CORE_HZ)
    ) board (
        .clk(clk), .locked(locked), .rx(uart_rx), .tx(uart_tx), .alive(alive), .busy(busy), .error(error)
    );

endmodule
`resetall
