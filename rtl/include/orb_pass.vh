    // Hands the parameters of orb_params.vh on to an instance.
    // SPDX-License-Identifier: Apache-2.0
    .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .CW(CW), .AW(AW), .PS(PS), .NBUF(NBUF), .CBANKS(CBANKS),
    .DEPTH(DEPTH), .LANES(LANES), .IO_WORDS(IO_WORDS), .MEM_LAT(MEM_LAT), .SUM_LAT(SUM_LAT), .FMA_LAT(FMA_LAT),
    .ACC_LAT(ACC_LAT), .HOPS(HOPS), .GROUP(GROUP), .OUT_DEPTH(OUT_DEPTH), .CLOCK_HZ(CLOCK_HZ), .NODE_HLS(NODE_HLS),
    .IN_BITS(IN_BITS), .OUT_BITS(OUT_BITS)
