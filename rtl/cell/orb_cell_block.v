// Node of the array with a block of up to BMAX^3 points: memories, one multiply-add, two serial links.
// SPDX-License-Identifier: Apache-2.0
//
// A slot finishes one sum: y(i,j,k) = y_old(i,j,k) + sum over m of x(..m..)*c(m), a product a cycle. In the next slot
// the sum leaves for the -1 neighbour over the sum link while the +1 neighbour's sum comes in, both in one shift
// register, and lands at the same local address; the operand element (i,j,k), grabbed when m passes its free index,
// does the same over the operand link. All nodes do the same thing in the same cycle, so control comes from outside.
`resetall
`default_nettype none

module orb_cell_block #(
    parameter W       = 18,   // bits of a data word, 8..25
    parameter CW      = 18,   // bits of a coefficient, 8..18
    parameter AW      = 36,   // bits of an accumulator, W..63
    parameter PS      = 8,    // low product bits rounded away
    parameter BMAX    = 8,    // largest block extent, >= 2
    parameter NBUF    = 2,    // block buffers in the operand memory, >= 2
    parameter LX      = 5,    // bits of the operand link
    parameter XL      = 4,    // cycles a word on the operand link, XL*LX >= W
    parameter LY      = 9,    // bits of the sum link
    parameter SL      = 4,    // cycles a sum on the sum link, SL*LY >= AW
    parameter MEM_LAT = 2,    // memory latency, 1 or 2
    parameter FMA_LAT = 3,    // multiply-add latency, >= 1
    parameter XA      = $clog2(NBUF * BMAX * BMAX * BMAX),  // operand address bits
    parameter YA      = $clog2(BMAX * BMAX * BMAX)          // accumulator address bits
) (
    input  wire          clk,
    // products
    input  wire          x_re,       // read an operand
    input  wire [XA-1:0] x_raddr,
    input  wire [CW-1:0] c,          // coefficient, MEM_LAT after x_re
    input  wire          mac_en,     // add a product
    input  wire          mac_first,  // ... to the stored sum, not to the running one
    input  wire          mac_clear,  // ... which counts as zero
    // operand roll
    input  wire          x_grab,     // this operand is element (i,j,k) itself
    input  wire          x_send,     // start to send what was grabbed
    input  wire          x_shift,    // go on
    input  wire [   1:0] x_from,     // neighbour to take over from: 1 Q, 2 R, 3 S
    input  wire [LX-1:0] x_in_q,     // links from the +1 neighbours
    input  wire [LX-1:0] x_in_r,
    input  wire [LX-1:0] x_in_s,
    output wire [LX-1:0] x_out,
    // sum roll
    input  wire          y_re,       // read the stored sum
    input  wire [YA-1:0] y_raddr,
    input  wire          y_send,     // start to send the finished sum
    input  wire          y_shift,    // go on
    input  wire [   1:0] y_from,     // neighbour to take over from: 0 the node itself, 1 Q, 2 R, 3 S
    input  wire [LY-1:0] y_in_q,
    input  wire [LY-1:0] y_in_r,
    input  wire [LY-1:0] y_in_s,
    output wire [LY-1:0] y_out,
    input  wire          y_we,       // store the sum that r_en[0] took
    input  wire [YA-1:0] y_waddr,
    // results
    input  wire [   2:0] r_en,       // take the sum that has come in; round it in two more stages
    input  wire [   5:0] r_shift,
    output wire          r_sat,      // a result was clipped
    input  wire          m_en,       // look at the sum that comes in ...
    input  wire          m_first,    // ... whose lowest bits are now on the link
    output reg  [LY-1:0] m_bits,     // bits that differ from the bit below them
    // second port of the operand memory
    input  wire          b_en,       // use it: read, for unloading, or
    input  wire          b_we,       // write ...
    input  wire          b_result,   // ... a result, else the operand that has come in
    input  wire          l_en,       // the port serves the load bus ...
    input  wire          l_we,       // ... whose word is for this node
    input  wire [ W-1:0] l_data,
    input  wire [XA-1:0] b_addr,
    output wire [ W-1:0] b_rdata
);

    // ---- operand memory -----------------------------------------------------------------------------------------
    wire [W-1:0] x, x_word, r_word;

    orb_ram_tdp #(
        .WIDTH  (W),
        .DEPTH  (NBUF * BMAX * BMAX * BMAX),
        .LATENCY(MEM_LAT)
    ) operands (
        .clk    (clk),
        .a_en   (x_re),
        .a_we   (1'b0),
        .a_addr (x_raddr),
        .a_wdata({W{1'b0}}),
        .a_rdata(x),
        .b_en   (b_en),
        .b_we   (b_we | l_we),
        .b_addr (b_addr),
        .b_wdata(l_en ? l_data : b_result ? r_word : x_word),
        .b_rdata(b_rdata)
    );

    // ---- multiply-add -------------------------------------------------------------------------------------------
    wire [AW-1:0] y_stored, y_word, y;

    orb_fma_fixed #(
        .W      (W),
        .CW     (CW),
        .AW     (AW),
        .PS     (PS),
        .LATENCY(FMA_LAT)
    ) fma (
        .clk  (clk),
        .x    (x),
        .c    (c),
        .en   (mac_en),
        .first(mac_first),
        .zero (mac_clear),
        .a    (y_stored),
        .y    (y)
    );

    // ---- operand link: one register sends from its low end and receives at its high end -------------------------
    localparam XS = LX * XL;
    reg [ W-1:0] x_held;
    reg [XS-1:0] x_sh;
    wire [LX-1:0] x_in = (x_from == 2'd1) ? x_in_q : (x_from == 2'd2) ? x_in_r : x_in_s;

    assign x_out = x_sh[LX-1:0];

    /* verilator lint_off WIDTH */  // filled up to whole chunks
    always @(posedge clk) begin
        if (x_grab) x_held <= x;
        if (x_send) x_sh <= x_held;
        else if (x_shift) x_sh <= {x_in, x_sh[XS-1:LX]};
    end
    /* verilator lint_on WIDTH */

    // the last chunk needs no register: the word is complete while it is on the link
    /* verilator lint_off WIDTH */  // without what fills it up
    assign x_word = {x_in, x_sh[XS-1:LX]};
    /* verilator lint_on WIDTH */

    // ---- sum link -----------------------------------------------------------------------------------------------
    localparam YS = LY * SL;
    reg [YS-1:0] y_sh;
    wire [LY-1:0] y_in = (y_from == 2'd0) ? y_out : (y_from == 2'd1) ? y_in_q : (y_from == 2'd2) ? y_in_r : y_in_s;

    assign y_out = y_sh[LY-1:0];

    /* verilator lint_off WIDTH */  // sign extension to whole chunks
    always @(posedge clk)
        if (y_send) y_sh <= $signed(y);
        else if (y_shift) y_sh <= {y_in, y_sh[YS-1:LY]};
    /* verilator lint_on WIDTH */

    orb_ram_sdp #(
        .WIDTH  (AW),
        .DEPTH  (BMAX * BMAX * BMAX),
        .LATENCY(MEM_LAT)
    ) accumulators (
        .clk  (clk),
        .we   (y_we),
        .waddr(y_waddr),
        .wdata(y_word),
        .re   (y_re),
        .raddr(y_raddr),
        .rdata(y_stored)
    );

    // ---- what has come in: a sum for the accumulators, or a result -----------------------------------------------
    /* verilator lint_off WIDTH */  // without what fills it up
    wire [AW-1:0] y_come = {y_in, y_sh[YS-1:LY]};
    /* verilator lint_on WIDTH */

    orb_round #(
        .W (W),
        .AW(AW)
    ) round (
        .clk  (clk),
        .en   (r_en),
        .v    (y_come),
        .shift(r_shift),
        .v_q  (y_word),
        .q    (r_word),
        .sat  (r_sat)
    );

    wire below = m_first ? y_in[0] : y_sh[YS-1];
    generate
        if (LY > 1) begin : g_wide
            always @(posedge clk) if (m_en) m_bits <= y_in ^ {y_in[LY-2:0], below};
        end else begin : g_bit
            always @(posedge clk) if (m_en) m_bits <= y_in ^ below;
        end
    endgenerate

endmodule
`resetall
