// orb_port_share leaves every node a cycle of each window, and never lets two words meet at one node.
// SPDX-License-Identifier: Apache-2.0
//
// One node, an arbitrary one, is watched. Streams ask for arbitrary nodes, each announced in the cycle before; whether
// they ask at all is arbitrary in every cycle.
`default_nettype none

module orb_port_share_props #(
    parameter NB = 6
) (
    input wire          clk,
    input wire          rst,
    input wire          window,
    input wire          window_last,
    input wire          l_valid,
    input wire [NB-1:0] l_node,
    input wire          l_take,
    input wire [NB-1:0] l_next,
    input wire          u_valid,
    input wire [NB-1:0] u_node,
    input wire          u_take,
    input wire [NB-1:0] u_next
);

    wire l_en, u_en;
    orb_port_share #(
        .NB(NB)
    ) dut (
        .*
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- windows: from `window` to `window_last`, one at a time -----------------------------------------------------
    reg open;  // a window began before this cycle, and has not ended
    wire in_window = open | window;
    always @(posedge clk) open <= !rst & in_window & !window_last;
    always @(*)
        if (started) begin
            assume (!(open & window));
            assume (in_window | !window_last);
        end

    // ---- streams announce the node of the next cycle, as orb_load and orb_unload are proved to do -------------------
    always @(posedge clk)
        if (started) begin
            assume (l_node == $past(l_take ? l_next : l_node));
            assume (u_node == $past(u_take ? u_next : u_node));
        end

    // ---- the watched node: wanted in each cycle of the window so far ------------------------------------------------
    (* anyconst *) wire [NB-1:0] node;
    wire wanted = (l_en & (l_node == node)) | (u_en & (u_node == node));
    reg always_wanted;
    wire still_wanted = wanted & (window | always_wanted);
    always @(posedge clk) always_wanted <= still_wanted;

    always @(*)
        if (started & !rst) begin
            assert (!(window_last & still_wanted));
            assert (!(l_en & u_en & (l_node == u_node)));
            assert ((!l_en | l_valid) & (!u_en | u_valid));
        end

    (* hierconn *) wire \dut.a_kept , \dut.b_kept , \dut.l_meets , \dut.u_meets , \dut.same ;
    (* hierconn *) wire [NB-1:0] \dut.a_q , \dut.b_q ;
    wire l_meets = (\dut.a_kept & (l_node == \dut.a_q )) | (\dut.b_kept & (l_node == \dut.b_q ));
    wire u_meets = (\dut.a_kept & (u_node == \dut.a_q )) | (\dut.b_kept & (u_node == \dut.b_q ));

    // ---- nobody waits without need ----------------------------------------------------------------------------------
    always @(*)
        if (started & !rst) begin
            if (u_valid & !u_en) assert (window_last & (window | u_meets));
            if (l_valid & !l_en) assert ((window_last & (window | l_meets)) | (u_en & (l_node == u_node)));
            assert ((\dut.l_meets == l_meets) & (\dut.u_meets == u_meets));
            assert (\dut.same == (l_node == u_node));
        end

    // ---- what makes it true: a node wanted in all cycles is one of the two remembered ones --------------------------
    wire remembered = (\dut.a_kept & (\dut.a_q == node)) | (\dut.b_kept & (\dut.b_q == node));
    always @(*) if (started & open) assert (remembered == always_wanted);

    reg [2:0] denied;  // in windows of several cycles
    always @(posedge clk) denied <= rst ? 0 : denied + (open & window_last & l_valid & !l_en);
    always @(*)
        if (started & !rst) begin
            cover (denied == 2);
            cover (open & window_last & u_valid & !u_en & l_valid & !l_en);
            cover (open & window_last & u_en & l_en);
            cover (window & window_last & l_valid & !l_en);
            cover (open & window_last & l_valid & !l_en & u_en & (l_node != u_node));
            cover (open & window_last & \dut.a_kept & \dut.b_kept & l_en & u_en);
        end

endmodule
