// Stops elaboration where a parameter of orbital_core is outside its range: the missing module's name is the message.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_limits #(
    `include "orb_params.vh"
) ();

    localparam FIXED = EXP == 0, FINE = BMAX == 1;
    localparam LEAST_FMA = FIXED ? 1 : ACC_LAT + 1, MOST_FMA = FINE ? 1 : FIXED ? 8 : ACC_LAT + 3;

    generate
        if (P < 2 || P > 64) begin : g_p
            orbital_core_P_must_be_2_to_64 illegal ();
        end
        if (BMAX < 1 || BMAX > 64) begin : g_bmax
            orbital_core_BMAX_must_be_1_to_64 illegal ();
        end
        if (BFULL < 1 || BFULL > AW || (BFULL == 1) != FINE) begin : g_bfull
            orbital_core_BFULL_must_be_2_to_AW_and_1_where_BMAX_is illegal ();
        end
        if (EXP != 0 && EXP != 5 && EXP != 8) begin : g_exp
            orbital_core_EXP_must_be_0_5_or_8 illegal ();
        end
        if (EXP != 0 && FINE) begin : g_fine_exp
            orbital_core_EXP_must_be_0_where_BMAX_is_1 illegal ();
        end
        if (FIXED ? W < 8 || W > 25 : W != 16 && (W != 32 || EXP == 5)) begin : g_w
            orbital_core_W_must_be_8_to_25_or_16_or_32_with_EXP illegal ();
        end
        if (FIXED ? CW < 8 || CW > 18 : CW != W) begin : g_cw
            orbital_core_CW_must_be_8_to_18_or_W_with_EXP illegal ();
        end
        if (FIXED ? AW < W || AW > 63 : AW != W && AW != 32) begin : g_aw
            orbital_core_AW_must_be_W_to_63_or_W_or_32_with_EXP illegal ();
        end
        if (FIXED ? PS < 0 || W + CW - 1 + $clog2(P * BMAX) - PS > AW || PS > W - 1 : PS != 0) begin : g_ps
            orbital_core_PS_must_be_0_to_W_minus_1_and_keep_sums_within_AW_and_0_with_EXP illegal ();
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
        if (LANES != 1 && (LANES != 2 && LANES != 4 || FINE)) begin : g_lanes
            orbital_core_LANES_must_be_1_2_or_4_and_1_where_BMAX_is illegal ();
        end
        if (IO_WORDS != 1 && IO_WORDS != 2 && IO_WORDS != 4 || P % IO_WORDS != 0) begin : g_io_words
            orbital_core_IO_WORDS_must_be_1_2_or_4_and_divide_P illegal ();
        end
        if (MEM_LAT < 1 || MEM_LAT > 2 || (FINE && MEM_LAT != 1)) begin : g_mem_lat
            orbital_core_MEM_LAT_must_be_1_or_2_and_1_where_BMAX_is illegal ();
        end
        if (SUM_LAT < 0 || SUM_LAT > 2 || (BMAX > 1 && SUM_LAT > MEM_LAT + FMA_LAT - ACC_LAT)) begin : g_sum_lat
            orbital_core_SUM_LAT_must_be_0_to_2_and_at_most_MEM_LAT_plus_FMA_LAT_minus_ACC_LAT illegal ();
        end
        if (SUM_LAT == 0 && (FINE || !FIXED || LANES != 1)) begin : g_sum_late
            orbital_core_SUM_LAT_must_not_be_0_with_EXP_or_LANES_or_where_BMAX_is_1 illegal ();
        end
        if (ACC_LAT < 1 || ACC_LAT > (FIXED ? 1 : 5)) begin : g_acc_lat
            orbital_core_ACC_LAT_must_be_1_or_1_to_5_with_EXP illegal ();
        end
        if (HOPS < 0 || HOPS > 2 || (HOPS == 2 && SUM_LAT == 0)) begin : g_hops
            orbital_core_HOPS_must_be_0_to_2_and_not_2_where_SUM_LAT_is_0 illegal ();
        end
        if (FMA_LAT < LEAST_FMA || FMA_LAT > MOST_FMA) begin : g_fma_lat
            orbital_core_FMA_LAT_must_be_1_to_8_or_1_where_BMAX_is_or_ACC_LAT_and_1_to_3_with_EXP illegal ();
        end
        if (GROUP < ACC_LAT || (GROUP & (GROUP - 1)) != 0 || GROUP > (FIXED ? 1 : 8)) begin : g_group
            orbital_core_GROUP_must_be_1_2_4_or_8_and_ACC_LAT_or_more_and_1_without_EXP illegal ();
        end
        if (OUT_DEPTH < 1 || OUT_DEPTH > 16 || (OUT_DEPTH & (OUT_DEPTH - 1)) != 0) begin : g_out_depth
            orbital_core_OUT_DEPTH_must_be_a_power_of_two_1_to_16 illegal ();
        end
        if (NODE_HLS != 0 && (NODE_HLS != 1 || P != 2 || FINE || !FIXED || LANES != 1 || IO_WORDS != 1 || BFULL != 2 ||
                              MEM_LAT != 2 || HOPS != 1)) begin : g_node_hls
            orbital_core_NODE_HLS_must_be_0_unless_P_BFULL_MEM_LAT_are_2_HOPS_IO_WORDS_LANES_1_fixed_point illegal ();
        end
        if (IN_BITS % 8 != 0 || IN_BITS < W || IN_BITS < CW) begin : g_in_bits
            orbital_core_IN_BITS_must_be_whole_bytes_that_hold_a_word illegal ();
        end
        if (OUT_BITS % 8 != 0 || OUT_BITS < W) begin : g_out_bits
            orbital_core_OUT_BITS_must_be_whole_bytes_that_hold_a_word illegal ();
        end
    endgenerate

endmodule
`resetall
