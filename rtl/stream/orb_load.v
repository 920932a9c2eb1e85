// Writes the input stream into the array: cubes through the load bus, coefficients through the coefficient bus.
// SPDX-License-Identifier: Apache-2.0
//
// A beat of a cube has one word for each of the IO_WORDS parts of the cube; a beat of coefficients has one, the lowest.
// Both buses are registered, so a word is on its bus one cycle after its beat passed the stream. The array takes a
// coefficient at once, but a beat of a cube waits in the register until the memory port is free, which l_en tells.
// Both share the register of words, because coefficients never come while a cube is expected.
`resetall
`default_nettype none

module orb_load #(
    `include "orb_params.vh"
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   cube,        // a cube is expected, up to the cycle of `done`
    output wire                   done,        // the last beat of the cube is written in this cycle
    input  wire                   start_coef,  // coefficients are expected from the next cycle on
    output wire                   coef_busy,   // coefficients are expected or written
    input  wire [         BB-1:0] b1,          // block extents
    input  wire [         BB-1:0] b2,
    input  wire [         BB-1:0] b3,
    input  wire [         RB-1:0] b23,
    input  wire [            7:0] ring,
    input  wire [            1:0] placement,
    input  wire [         XA-1:0] base,        // address of the cube's buffer
    input  wire [            2:0] axes,        // matrices that are loaded: bit a for axis a+1
    input  wire [         CA-1:0] bank,        // base address of their bank
    // stream; a beat passes when tvalid and tready are 1
    input  wire [IO_WORDS*IN_BITS-1:0] s_tdata,
    input  wire                   s_tvalid,
    output wire                   s_tready,
    output wire                   s_last,      // the beat that passes is the last one of a load
    // load bus: a beat, which is written in the cycle of l_en
    output reg                    l_valid,
    input  wire                   l_en,
    output wire                   l_take,      // l_node of the next cycle is l_next
    output wire [       3*PB-1:0] l_next,
    output reg  [       3*PB-1:0] l_node,      // node (q,r,s) of part 0
    output reg  [ IO_WORDS*P-1:0] l_q,         // nodes, one bit for each place along an axis
    output reg  [          P-1:0] l_r,
    output reg  [          P-1:0] l_s,
    output reg  [         XA-1:0] l_addr,
    output reg  [IO_WORDS*DW-1:0] l_data,      // words; the lowest is that of the coefficient bus, too
    // coefficient bus
    output reg                    c_we,
    output reg  [            1:0] c_axis,
    output reg  [          P-1:0] c_row,
    output reg  [          P-1:0] c_col,
    output reg  [       P*CA-1:0] c_addr
);

    reg coef, l_last;                          // coefficients are expected; the beat on the load bus is the last
    wire walking = cube & !(l_valid & l_last);
    wire take_cube = s_tvalid & walking & (!l_valid | l_en);
    wire take_coef = s_tvalid & coef;          // the register is free, as no cube is expected
    wire cube_last, coef_last;

    assign s_tready  = coef | (walking & (!l_valid | l_en));
    assign s_last    = coef ? coef_last : cube_last;
    assign done      = l_en & l_last;
    assign coef_busy = coef | c_we;

    // ---- cubes --------------------------------------------------------------------------------------------------
    wire [PB-1:0] q, r, s;
    assign l_take = take_cube;
    assign l_next = {q, r, s};
    wire [YA-1:0] addr;
    wire [XA-1:0] offset = {{(XA - YA) {1'b0}}, addr};

    orb_cube_walk #(
        `include "orb_pass.vh"
    ) cube_walk (
        .clk(clk), .start(!cube), .next(take_cube), .b1(b1), .b2(b2), .b3(b3), .b23(b23), .placement(placement), .q(q),
        .r(r), .s(s), .addr(addr), .last(cube_last)
    );

    wire [IO_WORDS*P-1:0] place_q;
    wire [P-1:0] place_r, place_s;
    wire [IO_WORDS*DW-1:0] words;

    orb_places #(
        .P(P), .PARTS(IO_WORDS)
    ) places (
        .ring(ring), .q(q), .r(r), .s(s), .place_q(place_q), .place_r(place_r), .place_s(place_s)
    );

    genvar p;
    generate
        for (p = 0; p < IO_WORDS; p = p + 1) begin : g_word
            assign words[p*DW+:DW] = s_tdata[p*IN_BITS+:DW];
        end
    endgenerate

    always @(posedge clk) begin
        if (rst) l_valid <= 1'b0;
        else if (take_cube | l_en) l_valid <= take_cube;
        if (take_cube | take_coef) l_data <= words;
        if (take_cube) begin
            l_node <= l_next;
            {l_q, l_r, l_s} <= {place_q, place_r, place_s};
            l_addr <= (CUBE & (CUBE - 1)) == 0 ? base | offset : base + offset;
            l_last <= cube_last;
        end
    end

    // ---- coefficients -------------------------------------------------------------------------------------------
    wire [PB-1:0] row, col;
    wire [P-1:0] rows, cols;
    wire [1:0] axis;
    wire [P*CA-1:0] place;

    orb_coef_walk #(
        `include "orb_pass.vh"
    ) coef_walk (
        .clk(clk), .start(start_coef), .next(take_coef), .axes(axes), .bank(bank), .b1(b1), .b2(b2), .b3(b3),
        .ring(ring), .axis(axis), .row(row), .col(col), .addr(place), .last(coef_last)
    );

    orb_fold #(.P(P), .ALL(1)) fold_row (.ring(ring), .block(row), .place(rows));
    orb_fold #(.P(P), .ALL(1)) fold_col (.ring(ring), .block(col), .place(cols));

    always @(posedge clk) begin
        c_we <= !rst & take_coef;
        if (take_coef) begin
            {c_axis, c_row, c_col} <= {axis, rows, cols};
            c_addr <= place;
        end
        if (rst) coef <= 1'b0;
        else if (start_coef) coef <= 1'b1;
        else if (take_coef & coef_last) coef <= 1'b0;
    end

    wire unused = &{1'b0, s_tdata};  // the bits above each word

endmodule
`resetall
