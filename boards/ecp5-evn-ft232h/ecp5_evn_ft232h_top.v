// Top of the ECP5-5G evaluation board with an FT232H on its header J40.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module ecp5_evn_ft232h_top #(
    parameter P = 4, BMAX = 8, BFULL = 8, EXP = 0, W = 18, LANES = 1, FMA_LAT = 3, ACC_LAT = 1,
    parameter AW = EXP != 0 ? W : W < 18 ? 2 * W : W + 18, PS = EXP != 0 ? 0 : W < 9 ? W - 1 : 8,  // see orbital_core
    parameter IN_HZ = 12000000, CORE_HZ = 60000000, INPUT_DIV = 1, FEEDBACK_DIV = 5, OUTPUT_DIV = 10  // see orb_pll
) (
    input  wire       clk_12mhz,
    input  wire       ft_clk,
    inout  wire [7:0] ft_data,
    input  wire       ft_rxf_n,
    input  wire       ft_txe_n,
    output wire       ft_oe_n,
    output wire       ft_rd_n,
    output wire       ft_wr_n,
    output wire       ft_siwu_n,
    output wire [2:0] led_n       // error, busy, alive; on when 0
);

    wire [7:0] data_out;
    wire data_oe, alive, busy, error;
    assign ft_data = data_oe ? data_out : 8'bz;
    assign led_n = ~{error, busy, alive};

    board_sync #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .PS(PS), .LANES(LANES), .FMA_LAT(FMA_LAT),
        .ACC_LAT(ACC_LAT), .IN_HZ(IN_HZ), .CORE_HZ(CORE_HZ), .INPUT_DIV(INPUT_DIV), .FEEDBACK_DIV(FEEDBACK_DIV),
        .OUTPUT_DIV(OUTPUT_DIV)
    ) board (
        .clk_in(clk_12mhz), .ft_clk(ft_clk), .data_in(ft_data), .data_out(data_out), .data_oe(data_oe),
        .rxf_n(ft_rxf_n), .txe_n(ft_txe_n), .oe_n(ft_oe_n), .rd_n(ft_rd_n), .wr_n(ft_wr_n), .siwu_n(ft_siwu_n),
        .alive(alive), .busy(busy), .error(error)
    );

endmodule
`resetall
