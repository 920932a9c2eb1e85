// Takes the input stream into the array: cubes onto the load bus, coefficients onto the coefficient bus.
// SPDX-License-Identifier: Apache-2.0
//
// Nothing in the array can refuse a word, so a word is taken in each cycle in which one is offered.
`resetall
`default_nettype none

module orb_load #(
    parameter P      = 4,   // nodes along each side
    parameter W      = 18,  // bits of a data word
    parameter CW     = 18,  // bits of a coefficient
    parameter IW     = 18,  // bits of a stream word, max(W, CW)
    parameter BMAX   = 8,   // largest block extent
    parameter NBUF   = 2,   // block buffers a node
    parameter CBANKS = 1,   // coefficient banks
    parameter BB     = $clog2(BMAX + 1),
    parameter RB     = $clog2(BMAX * BMAX + 1),
    parameter PB     = $clog2(P),
    parameter XA     = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter YA     = $clog2(BMAX * BMAX * BMAX),
    parameter CA     = $clog2(CBANKS * (P + 2) * BMAX * BMAX)
) (
    input  wire            clk,
    input  wire            rst,
    input  wire            start_cube,   // expect a cube
    input  wire            start_coef,   // expect coefficients
    output wire            busy,         // until the last word is in
    input  wire [  BB-1:0] b1,
    input  wire [  BB-1:0] b2,
    input  wire [  BB-1:0] b3,
    input  wire [  RB-1:0] b23,
    input  wire [     1:0] placement,
    input  wire [  XA-1:0] base,         // of the cube's buffer
    input  wire [     2:0] axes,         // matrices that come
    input  wire [  CA-1:0] bank,         // base address of their bank
    // stream
    input  wire [  IW-1:0] s_tdata,
    input  wire            s_tvalid,
    output wire            s_tready,
    // load bus, see orb_torus
    output reg             l_we,
    output reg  [  PB-1:0] l_q,
    output reg  [  PB-1:0] l_r,
    output reg  [  PB-1:0] l_s,
    output reg  [  XA-1:0] l_addr,
    output reg  [   W-1:0] l_data,
    // coefficient bus
    output reg             c_we,
    output reg  [     1:0] c_axis,
    output reg  [  PB-1:0] c_row,
    output reg  [  PB-1:0] c_col,
    output reg  [P*CA-1:0] c_addr,
    output reg  [  CW-1:0] c_data
);

    reg cube, coef;
    wire take = s_tvalid & s_tready;
    wire cube_last, coef_last;
    wire [PB-1:0] q, r, s, row, col;
    wire [YA-1:0] addr;
    wire [1:0] axis;
    wire [P*CA-1:0] place;

    assign s_tready = cube | coef;
    assign busy     = cube | coef | l_we | c_we;

    orb_cube_walk #(
        .P   (P),
        .BMAX(BMAX)
    ) cube_walk (
        .clk      (clk),
        .start    (start_cube),
        .next     (take & cube),
        .b1       (b1),
        .b2       (b2),
        .b3       (b3),
        .b23      (b23),
        .placement(placement),
        .q        (q),
        .r        (r),
        .s        (s),
        .addr     (addr),
        .last     (cube_last)
    );

    orb_coef_walk #(
        .P     (P),
        .BMAX  (BMAX),
        .CBANKS(CBANKS)
    ) coef_walk (
        .clk  (clk),
        .start(start_coef),
        .next (take & coef),
        .axes (axes),
        .bank (bank),
        .b1   (b1),
        .b2   (b2),
        .b3   (b3),
        .axis (axis),
        .row  (row),
        .col  (col),
        .addr (place),
        .last (coef_last)
    );

    always @(posedge clk) begin
        l_we <= !rst & take & cube;
        c_we <= !rst & take & coef;
        if (take & cube) begin
            {l_q, l_r, l_s} <= {q, r, s};
            l_addr <= base + {{(XA - YA) {1'b0}}, addr};
            l_data <= s_tdata[W-1:0];
        end
        if (take & coef) begin
            {c_axis, c_row, c_col} <= {axis, row, col};
            c_addr <= place;
            c_data <= s_tdata[CW-1:0];
        end
        if (rst) begin
            cube <= 1'b0;
            coef <= 1'b0;
        end else begin
            if (start_cube) cube <= 1'b1;
            else if (take & cube_last) cube <= 1'b0;
            if (start_coef) coef <= 1'b1;
            else if (take & coef_last) coef <= 1'b0;
        end
    end

endmodule
`resetall
