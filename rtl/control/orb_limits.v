// Stops elaboration where a parameter of orbital_core is outside its range: the missing module's name is the message.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_limits #(
    parameter P       = 4,
    parameter BMAX    = 8,
    parameter BFULL   = 4,
    parameter W       = 18,
    parameter CW      = 18,
    parameter AW      = 36,
    parameter PS      = 8,
    parameter NBUF    = 2,
    parameter CBANKS  = 1,
    parameter DEPTH   = 16,
    parameter MEM_LAT = 2,
    parameter FMA_LAT = 3,
    parameter COUNT   = 48
) ();

    generate
        if (P < 2 || P > 64) begin : g_p
            orbital_core_P_must_be_2_to_64 illegal ();
        end
        if (BMAX < 2 || BMAX > 64) begin : g_bmax
            orbital_core_BMAX_must_be_2_to_64 illegal ();
        end
        if (BFULL < 2 || BFULL > AW) begin : g_bfull
            orbital_core_BFULL_must_be_2_to_AW illegal ();
        end
        if (W < 8 || W > 25) begin : g_w
            orbital_core_W_must_be_8_to_25 illegal ();
        end
        if (CW < 8 || CW > 18) begin : g_cw
            orbital_core_CW_must_be_8_to_18 illegal ();
        end
        if (AW < W || AW > 63) begin : g_aw
            orbital_core_AW_must_be_W_to_63 illegal ();
        end
        if (PS < 0 || W + CW - 1 + $clog2(P * BMAX) - PS > AW || PS > W - 1) begin : g_ps
            orbital_core_PS_lets_sums_wrap_or_is_out_of_range illegal ();
        end
        if (NBUF < 2 || NBUF > 15) begin : g_nbuf
            orbital_core_NBUF_must_be_2_to_15 illegal ();
        end
        if (CBANKS < 1 || CBANKS > 15) begin : g_cbanks
            orbital_core_CBANKS_must_be_1_to_15 illegal ();
        end
        if (DEPTH < 2 || DEPTH > 32 || (DEPTH & (DEPTH - 1)) != 0) begin : g_depth
            orbital_core_DEPTH_must_be_a_power_of_two_2_to_32 illegal ();
        end
        if (MEM_LAT < 1 || MEM_LAT > 2) begin : g_mem_lat
            orbital_core_MEM_LAT_must_be_1_or_2 illegal ();
        end
        if (FMA_LAT < 1 || FMA_LAT > 8) begin : g_fma_lat
            orbital_core_FMA_LAT_must_be_1_to_8 illegal ();
        end
        if (COUNT < 33 || COUNT > 64) begin : g_count
            orbital_core_COUNT_must_be_33_to_64 illegal ();
        end
    endgenerate

endmodule
`resetall
