// orb_fifo_async loses, doubles and reorders no word, and never says that there is room or a word where there is none.
// SPDX-License-Identifier: Apache-2.0
//
// The clocks are free: each step of the proof may have an edge of either, of both or of none. It begins after a reset.
`default_nettype none

module orb_fifo_async_props #(
    parameter WIDTH = 2,
    parameter BITS  = 3  // the words of the memory are named below
) (
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
        .s_clk   (s_clk),
        .s_rst   (1'b0),
        .s_tdata (s_tdata),
        .s_tvalid(s_tvalid),
        .s_tready(s_tready),
        .s_few   (s_few),
        .m_clk   (m_clk),
        .m_rst   (1'b0),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready)
    );

    // ---- numbers of the words in and out, and one word of an arbitrary number ---------------------------------------
    localparam NB = BITS + 3;
    reg [NB-1:0] sent = 0, received = 0;
    (* anyconst *) wire [NB-1:0] number;
    reg [WIDTH-1:0] value;
    wire [NB-1:0] inside = sent - received;
    wire [NB-1:0] place = number - received;  // from the exit

    always @(posedge s_clk)
        if (s_tvalid & s_tready) begin
            sent <= sent + 1;
            if (sent == number) value <= s_tdata;
        end
    always @(posedge m_clk) if (m_tvalid & m_tready) received <= received + 1;

    always @(*) begin
        assert (inside <= (1 << BITS));
        if (s_tready) assert (inside < (1 << BITS));
        if (!s_few) assert (inside + 4 <= (1 << BITS));
        if (m_tvalid) assert (inside != 0);
        if (m_tvalid & (place == 0)) assert (m_tdata == value);
    end

    // ---- the state that makes it true: what one side knows of the other lies behind, but in order -------------------
    (* hierconn *) wire [BITS:0] \dut.tail , \dut.tail_gray , \dut.tail_meta , \dut.tail_seen ;
    (* hierconn *) wire [BITS:0] \dut.head , \dut.head_gray , \dut.head_meta , \dut.head_seen ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[0] , \dut.mem[1] , \dut.mem[2] , \dut.mem[3] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[4] , \dut.mem[5] , \dut.mem[6] , \dut.mem[7] ;
    wire [8*WIDTH-1:0] mem = {\dut.mem[7] , \dut.mem[6] , \dut.mem[5] , \dut.mem[4] ,
                              \dut.mem[3] , \dut.mem[2] , \dut.mem[1] , \dut.mem[0] };

    function [BITS:0] plain;  // of a Gray code
        input [BITS:0] code;
        plain = {code[3], ^code[3:2], ^code[3:1], ^code};
    endfunction

    wire [BITS:0] tail_meta = plain(\dut.tail_meta ), tail_seen = plain(\dut.tail_seen );
    wire [BITS:0] head_meta = plain(\dut.head_meta ), head_seen = plain(\dut.head_seen );
    wire [BITS:0] stored = \dut.tail - \dut.head ;
    wire [BITS:0] known_m = tail_meta - \dut.head , known = tail_seen - \dut.head ;
    wire [BITS:0] used_m = \dut.tail - head_meta, used = \dut.tail - head_seen;

    initial assume (\dut.tail == 0 && \dut.tail_gray == 0 && \dut.tail_meta == 0 && \dut.tail_seen == 0);
    initial assume (\dut.head == 0 && \dut.head_gray == 0 && \dut.head_meta == 0 && \dut.head_seen == 0);

    always @(*) begin
        assert (\dut.tail == sent[BITS:0]);
        assert (\dut.head == received[BITS:0]);
        assert (plain(\dut.tail_gray ) == \dut.tail );
        assert (plain(\dut.head_gray ) == \dut.head );
        assert ((known <= known_m) & (known_m <= stored) & (stored <= used_m) & (used_m <= used));
        assert (used <= (1 << BITS));
        if (place < inside) assert (mem[WIDTH*number[BITS-1:0]+:WIDTH] == value);
    end

    always @(*) cover (!s_tready & (received == 3));
    always @(*) cover (!m_tvalid & (received == 5));

endmodule
