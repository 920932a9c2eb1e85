// orb_fifo_async loses, doubles and reorders no word, and never says that there is room or a word where there is none.
// SPDX-License-Identifier: Apache-2.0
//
// The clocks are free: each step of the proof may have an edge of either, of both or of none. The reset is free too and
// may begin and end in any step. Words are counted from the reset on, so none of before may come out after it.
`default_nettype none

module orb_fifo_async_props #(
    parameter WIDTH = 2,
    parameter BITS  = 3  // the words of the memory are named below
) (
    input wire             arst,
    input wire             s_clk,
    input wire             m_clk,
    input wire             s_tvalid,
    input wire [WIDTH-1:0] s_tdata,
    input wire             m_tready
);

    wire s_tready, s_few, m_tvalid;
    wire [WIDTH-1:0] m_tdata;

    orb_fifo_async #(
        .WIDTH(WIDTH),
        .BITS (BITS)
    ) dut (
        .arst    (arst),
        .s_clk   (s_clk),
        .s_tdata (s_tdata),
        .s_tvalid(s_tvalid),
        .s_tready(s_tready),
        .s_few   (s_few),
        .m_clk   (m_clk),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready)
    );

    // ---- numbers of the words in and out since the reset, and one word of an arbitrary number -----------------------
    localparam NB = BITS + 3;
    reg [NB-1:0] sent = 0, received = 0;
    (* anyconst *) wire [NB-1:0] number;
    reg [WIDTH-1:0] value;
    wire [NB-1:0] inside = sent - received;
    wire [NB-1:0] place = number - received;  // from the exit

    always @(posedge s_clk or posedge arst)
        if (arst) sent <= 0;
        else if (s_tvalid & s_tready) sent <= sent + 1;
    always @(posedge s_clk) if (s_tvalid & s_tready & (sent == number)) value <= s_tdata;
    always @(posedge m_clk or posedge arst)
        if (arst) received <= 0;
        else if (m_tvalid & m_tready) received <= received + 1;

    always @(*) begin
        if (arst) assert (!s_tready & s_few & !m_tvalid);
        assert (inside <= (1 << BITS));
        if (s_tready) assert (inside < (1 << BITS));
        if (!s_few) assert (inside + 4 <= (1 << BITS));
        if (m_tvalid) assert (inside != 0);
        if (m_tvalid & (place == 0)) assert (m_tdata == value);
    end

    // ---- the state that makes it true: what one side knows of the other lies behind, but in order -------------------
    (* hierconn *) wire [BITS:0] \dut.tail , \dut.tail_gray , \dut.m_tail.sync_first , \dut.m_tail.sync_second ;
    (* hierconn *) wire [BITS:0] \dut.head , \dut.head_gray , \dut.s_head.sync_first , \dut.s_head.sync_second ;
    (* hierconn *) wire \dut.s_reset.sync_first , \dut.s_reset.sync_second ;
    (* hierconn *) wire \dut.m_reset.sync_first , \dut.m_reset.sync_second ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[0] , \dut.mem[1] , \dut.mem[2] , \dut.mem[3] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[4] , \dut.mem[5] , \dut.mem[6] , \dut.mem[7] ;
    wire [8*WIDTH-1:0] mem = {\dut.mem[7] , \dut.mem[6] , \dut.mem[5] , \dut.mem[4] ,
                              \dut.mem[3] , \dut.mem[2] , \dut.mem[1] , \dut.mem[0] };

    function [BITS:0] plain;  // of a Gray code
        input [BITS:0] code;
        plain = {code[3], ^code[3:2], ^code[3:1], ^code};
    endfunction

    wire [BITS:0] tail_meta = plain(\dut.m_tail.sync_first ), tail_seen = plain(\dut.m_tail.sync_second );
    wire [BITS:0] head_meta = plain(\dut.s_head.sync_first ), head_seen = plain(\dut.s_head.sync_second );
    wire [BITS:0] stored = \dut.tail - \dut.head ;
    wire [BITS:0] known_m = tail_meta - \dut.head , known = tail_seen - \dut.head ;
    wire [BITS:0] used_m = \dut.tail - head_meta, used = \dut.tail - head_seen;

    // A side's registers of the other's pointer are filled anew by the two edges that end its reset.
    wire s_first = !\dut.s_reset.sync_first , s_both = !\dut.s_reset.sync_second ;
    wire m_first = !\dut.m_reset.sync_first , m_both = !\dut.m_reset.sync_second ;

    always @(*) begin
        assert (\dut.tail == sent[BITS:0]);
        assert (\dut.head == received[BITS:0]);
        assert (plain(\dut.tail_gray ) == \dut.tail );
        assert (plain(\dut.head_gray ) == \dut.head );
        assert (s_first | !s_both);
        assert (m_first | !m_both);
        if (!s_both) assert (sent == 0);
        if (!m_both) assert (received == 0);
        if (arst) assert (!s_first & !m_first);
        if (s_first) assert ((stored <= used_m) & (used_m <= (1 << BITS)));
        if (s_both) assert ((used_m <= used) & (used <= (1 << BITS)));
        if (m_first) assert (known_m <= stored);
        if (m_both) assert (known <= known_m);
        if (place < inside) assert (mem[WIDTH*number[BITS-1:0]+:WIDTH] == value);
    end

    always @(*) cover (!s_tready & (received == 3));
    always @(*) cover (!m_tvalid & (received == 5));
    // a word comes out, a reset forgets two, and a word comes out again
    reg forgot = 0;
    reg [NB-1:0] sent_before = 0, received_before = 0;
    always @($global_clock) begin
        {sent_before, received_before} <= {sent, received};
        if (arst & (sent_before == 3) & (received_before == 1)) forgot <= 1;
    end
    always @(*) cover (forgot & (received == 1));

endmodule
