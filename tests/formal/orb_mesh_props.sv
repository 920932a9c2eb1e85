// orb_mesh connects the nodes as the rings of the folded torus ask for.
// SPDX-License-Identifier: Apache-2.0
//
// The nodes here do no arithmetic. Loads tell each of them its place, a bit in each cycle: 1 if the load is for this
// node. Then each node sends its place over all of its links, and asserts that it receives those of the neighbours that
// the torus gives it. With one point a node, each coefficient of C3 carries the place where it belongs, and has to
// reach the neighbour along Q in the next step.
`default_nettype none
`include "orb_control.vh"

module orb_node #(
    `include "orb_params.vh"
) (
    input  wire                 clk,
    input  wire [NODE_BITS-1:0] control,
    input  wire [ LANES*CW-1:0] c,
    input  wire [ LANES*LX-1:0] x_in_q,
    input  wire [ LANES*LX-1:0] x_in_r,
    input  wire [ LANES*LX-1:0] x_in_s,
    output wire [ LANES*LX-1:0] x_out,
    input  wire [ LANES*LY-1:0] y_in_q,
    input  wire [ LANES*LY-1:0] y_in_r,
    input  wire [ LANES*LY-1:0] y_in_s,
    output wire [ LANES*LY-1:0] y_out,
    input  wire                 s_hit,
    input  wire [       XA-1:0] l_addr,
    input  wire [        W-1:0] l_data,
    input  wire                 u_hit,
    input  wire [       XA-1:0] u_addr,
    output wire [        W-1:0] u_data,
    output wire [ LANES*LY-1:0] m_bits,
    output wire                 r_sat
);

    wire learn, check, check_c;
    wire [3:0] size;  // nodes of a ring
    assign {learn, check, check_c, size} = control;

    reg [3*PB-1:0] here;
    always @(posedge clk) if (learn) here <= {here, s_hit};
    wire [PB-1:0] q, r, s;
    assign {q, r, s} = here;

    // A link carries the places of all three axes, each lane another word, and sums are not operands.
    function [LANES*W-1:0] words(input [3*PB-1:0] place);
        integer l;
        for (l = 0; l < LANES; l = l + 1) words[l*W+:W] = place ^ l;
    endfunction
    assign {x_out, y_out} = {words(here), ~words(here)};

    // SIZE places beside each other hold the nodes 0, SIZE-1, 1, SIZE-2, ... of a ring. A node receives from the next.
    function [3:0] number(input [3:0] place);
        number = place[0] ? size - 1 - place / 2 : place / 2;
    endfunction
    function [PB-1:0] onward(input [PB-1:0] place);
        reg [3:0] first, wanted;
        integer n;
        begin
            onward = 0;
            first  = (place >= 2 * size) ? 2 * size : (place >= size) ? size : 0;  // of the ring; up to 3 rings
            wanted = (number(place - first) + 1 == size) ? 0 : number(place - first) + 1;
            for (n = 0; n < P; n = n + 1) if (n >= first && n < first + size && number(n - first) == wanted) onward = n;
        end
    endfunction

    always @(*)
        if (check) begin
            assert (x_in_q == words({onward(q), r, s}));
            assert (x_in_r == words({q, onward(r), s}));
            assert (x_in_s == words({q, r, onward(s)}));
            assert (y_in_q == ~words({onward(q), r, s}));
            assert (y_in_r == ~words({q, onward(r), s}));
            assert (y_in_s == ~words({q, r, onward(s)}));
        end

    // ---- the coefficient that the neighbour had: of row s, from where T = (Q+R+S) mod SIZE says ---------------------
    function [3:0] number_of(input [PB-1:0] place);
        number_of = number((place >= 2 * size) ? place - 2 * size : (place >= size) ? place - size : place);
    endfunction
    wire [5:0] sum = number_of(onward(q)) + number_of(r) + number_of(s);
    wire [5:0] once = (sum >= size) ? sum - size : sum;
    wire [5:0] t = (once >= size) ? once - size : once;
    always @(*) if (check_c) assert (c == {t[PB-1:0], s});

endmodule

module orb_mesh_props #(
    parameter SIZE = 4,  // nodes of a ring
    `include "orb_params.vh"
) (
    input wire clk
);

    localparam LEARNT = 3 * PB, LOADED = LEARNT + (BMAX == 1 ? P * SIZE : 2), USED = LOADED + 1;

    reg [6:0] cycle = 7'd0;
    always @(posedge clk) if (cycle != USED) cycle <= cycle + 7'd1;

    `ORB_SHAPE_FIELDS(wire)
    `ORB_READ_FIELDS(wire)
    `ORB_ACCESS_FIELDS(wire)
    assign {b1, b2, b3, b23, ring} = SIZE;

    // ---- in each cycle one bit of the places ------------------------------------------------------------------------
    wire learn = (cycle < LEARNT);
    wire [6:0] bit_now = LEARNT - 1 - cycle;
    reg [3*P-1:0] hits;  // the places along each side which are told 1
    integer n, a;
    always @(*)
        for (a = 0; a < 3; a = a + 1)
            for (n = 0; n < P; n = n + 1) hits[a*P+n] = (bit_now / PB != a) | (((n >> bit_now % PB) & 1) != 0);
    assign l_en = learn;
    assign {l_q, l_r, l_s} = hits;
    assign {u_en, u_hit_q, u_hit_r, u_hit_s, u_r, u_s, u_addr, l_addr} = 0;

    // ---- then the first coefficient of each row of C3, for each T, which all nodes use in the step behind -----------
    wire loads = (BMAX == 1) & (cycle >= LEARNT) & (cycle < LOADED);
    wire [6:0] turn = cycle - LEARNT;
    wire [PB-1:0] row = turn / SIZE, t_now = turn % SIZE;
    assign c_we = loads;
    assign c_axis = 2'd2;
    assign c_row = 1 << row;
    assign c_col = 0;
    assign l_data = {t_now, row};
    genvar t;
    generate
        for (t = 0; t < P; t = t + 1) begin : g_t
            assign c_place[t*CA+:CA] = (t == t_now) ? 0 : 1;
        end
    endgenerate
    assign c_re = (BMAX == 1) & (cycle == LOADED);
    assign c_raddr = (cycle == LOADED) ? 0 : 1;  // the first, else what has come from the neighbour

    wire used = (cycle == USED);
    wire [3:0] size = SIZE;
    wire [NODE_BITS-1:0] control = {learn, !learn & (turn > HOPS), used & (BMAX == 1), size};
    orb_mesh #(
        `include "orb_pass.vh"
    ) dut (
        .clk(clk), .shape({`ORB_SHAPE}), .control(control), .c_read({`ORB_READ}), .access({`ORB_ACCESS}),
        .m_rows(1'b0), .sat_rows(1'b0), .u_rows(1'b0)
    );

    always @(*) cover (used);

endmodule
