// orb_unload: each beat that is read leaves once and in order, for any sink; the FIFO never overflows.
// SPDX-License-Identifier: Apache-2.0
//
// That orb_fifo gives out what goes in, in order, is proved of orb_fifo. Here: the beat of each read reaches the FIFO's
// input just when it comes out of the array, with its mark of the last, and there is always room for it.
`default_nettype none

module orb_unload_props #(
    parameter P        = 3,
    parameter W        = 4,
    parameter IO_WORDS = 1,
    parameter BMAX     = 2,
    parameter NBUF     = 2,
    parameter MEM_LAT  = 2,
    parameter BB       = $clog2(BMAX + 1),
    parameter RB       = $clog2(BMAX * BMAX + 1),
    parameter PB       = $clog2(P),
    parameter XA       = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter YA       = $clog2(BMAX * BMAX * BMAX)
) (
    input wire                  clk,
    input wire                  rst,
    input wire                  begin_cube,
    input wire [           1:0] placement,
    input wire [        XA-1:0] base,
    input wire                  may_go,      // the port is free
    input wire [IO_WORDS*W-1:0] u_data,
    input wire                  tready
);

    localparam LAT = MEM_LAT + 3, DEPTH = 16;

    (* anyconst *) wire [BB-1:0] b1, b2, b3;
    (* anyconst *) wire [7:0] ring;
    wire [RB-1:0] b23 = b2 * b3;

    wire done, busy, u_valid, u_take, u_step, tvalid, tlast;
    wire [XA-1:0] u_addr;
    wire [3*PB-1:0] u_node, u_next;
    wire [IO_WORDS*P-1:0] u_hit_q, u_q;
    wire [P-1:0] u_hit_r, u_hit_s, u_r, u_s;
    wire [IO_WORDS*W-1:0] tdata;
    wire u_en = u_valid & may_go;
    reg cube;

    orb_unload #(
        .P(P), .W(W), .IO_WORDS(IO_WORDS), .BMAX(BMAX), .NBUF(NBUF), .MEM_LAT(MEM_LAT), .HOPS(1)
    ) dut (
        .*,
        .m_tdata (tdata),
        .m_tvalid(tvalid),
        .m_tready(tready),
        .m_tlast (tlast)
    );

    // a cube is unloaded until the cycle of done
    reg started = 1'b0;
    always @(posedge clk) begin
        started <= 1'b1;
        cube    <= !rst & (begin_cube | (cube & !done));
    end
    always @(*) begin
        if (!started) assume (rst);
        if (cube) assume (!begin_cube);
        assume (base % (BMAX * BMAX * BMAX) == 0);  // where buffers begin
    end

    (* hierconn *) wire \dut.last , \dut.next , \dut.u_last , \dut.g_several.fifo_ready ;
    (* hierconn *) wire [PB-1:0] \dut.q , \dut.r , \dut.s ;
    (* hierconn *) wire [YA-1:0] \dut.addr ;
    (* hierconn *) wire [IO_WORDS*P-1:0] \dut.place_q ;
    (* hierconn *) wire [P-1:0] \dut.place_r , \dut.place_s ;
    (* hierconn *) wire [4:0] \dut.g_several.level , \dut.ahead ;
    (* hierconn *) wire [LAT:1] \dut.read_q ;
    wire [4:0] level = \dut.g_several.level ;
    wire into_fifo = \dut.read_q [LAT];
    wire next = \dut.next ;

    // ---- each read, LAT cycles later, and nothing else, goes into the FIFO ------------------------------------------
    reg [LAT:1] read, read_last;
    always @(posedge clk) begin
        read      <= rst ? 0 : {read[LAT-1:1], u_en};
        read_last <= {read_last[LAT-1:1], \dut.u_last };
    end
    (* hierconn *) wire [IO_WORDS*W:0] \dut.g_several.fifo.s_data ;
    always @(*)
        if (started) begin
            assert (\dut.read_q == read);
            assert (u_take == read[MEM_LAT]);
            if (into_fifo) assert (\dut.g_several.fifo.s_data == {read_last[LAT], u_data});
        end
    always @(posedge clk)
        if (started && u_take) assert ({u_q, u_r, u_s} == $past({u_hit_q, u_hit_r, u_hit_s}, MEM_LAT));

    // ---- a read is where the walk was, and stays until it goes ------------------------------------------------------
    always @(posedge clk)
        if (started) begin
            assert (u_valid == $past(!rst & (next | (u_valid & !u_en))));
            assert (u_node == $past(u_step ? u_next : u_node));  // what orb_port_share is told
            if ($past(next)) begin
                assert (u_node == $past({\dut.q , \dut.r , \dut.s }));
                assert ({u_hit_q, u_hit_r, u_hit_s} == $past({\dut.place_q , \dut.place_r , \dut.place_s }));
                assert (u_addr == $past(base + \dut.addr ));
                assert (\dut.u_last == $past(\dut.last ));
            end else if (u_valid) assert ($stable({u_node, u_hit_q, u_hit_r, u_hit_s, u_addr, \dut.u_last }));
        end

    // ---- credit: words on their way and in the FIFO never outnumber its places --------------------------------------
    integer i;
    reg [4:0] coming;
    always @(*) begin
        coming = u_valid;
        for (i = 1; i <= LAT; i = i + 1) coming = coming + read[i];
    end

    always @(*)
        if (started) begin
            assert (\dut.ahead == coming + level);
            assert (\dut.ahead <= DEPTH);
            assert (!into_fifo | \dut.g_several.fifo_ready );
            assert (busy == ((coming != 0) | tvalid));
            assert (tvalid == (level != 0));
        end

    // ---- the walk: from the start to its last read ------------------------------------------------------------------
    reg more;
    always @(posedge clk) more <= !rst & (begin_cube | (more & !(next & \dut.last )));
    always @(*)
        if (started) begin
            assert (cube == (more | u_valid));
            if (u_valid) assert (\dut.u_last == !more);
            assert (done == (u_en & !more));
            assert (next == (more & (!u_valid | u_en) & (coming + level < DEPTH)));
        end

    // ---- what is offered stays until it is taken --------------------------------------------------------------------
    always @(posedge clk)
        if (started && !$past(rst) && $past(tvalid & !tready)) begin
            assert (tvalid);
            assert ($stable({tdata, tlast}));
        end

    // ---- the FIFO's own state ---------------------------------------------------------------------------------------
    (* hierconn *) wire [4:0] \dut.g_several.fifo.head , \dut.g_several.fifo.tail ;
    wire [4:0] inside = \dut.g_several.fifo.tail - \dut.g_several.fifo.head ;
    always @(*) if (started) assert (inside <= DEPTH);

    always @(*)
        if (started) begin
            cover (level == DEPTH);
            cover (tvalid & tready & (coming == LAT + 1));
        end

endmodule
