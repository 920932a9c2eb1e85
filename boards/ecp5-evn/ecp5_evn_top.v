// Top of the ECP5-5G evaluation board.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module ecp5_evn_top #(
    parameter P = 4, BMAX = 8, BFULL = 8, EXP = 0, W = 18, LANES = 1, FMA_LAT = 3, ACC_LAT = 1,
    parameter AW = EXP != 0 ? W : W < 18 ? 2 * W : W + 18, PS = EXP != 0 ? 0 : W < 9 ? W - 1 : 8,  // see orbital_core
    parameter IN_HZ = 12000000, CORE_HZ = 60000000, INPUT_DIV = 1, FEEDBACK_DIV = 5, OUTPUT_DIV = 10  // see orb_pll
) (
    input  wire       clk_12mhz,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [2:0] led_n     // error, busy, alive; on when 0
);

    wire clk, locked, alive, busy, error;
    assign led_n = ~{error, busy, alive};

    orb_pll #(
        .IN_HZ(IN_HZ), .OUT_HZ(CORE_HZ), .INPUT_DIV(INPUT_DIV), .FEEDBACK_DIV(FEEDBACK_DIV), .OUTPUT_DIV(OUTPUT_DIV)
    ) pll (
        .clk_in(clk_12mhz), .clk(clk), .locked(locked)
    );

    board_uart #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .PS(PS), .LANES(LANES), .FMA_LAT(FMA_LAT),
        .ACC_LAT(ACC_LAT), .CLOCK_HZ(CORE_HZ)
    ) board (
        .clk(clk), .locked(locked), .rx(uart_rx), .tx(uart_tx),
        .alive(alive), .busy(busy), .error(error)
    );

endmodule
`resetall
