// orb_fifo loses, doubles and reorders no word, and holds what it offers.
// SPDX-License-Identifier: Apache-2.0
//
// Words are numbered as they enter and as they leave. The word of an arbitrary number is remembered when it enters; it
// must be there when its turn to leave comes.
`default_nettype none

module orb_fifo_props #(
    parameter WIDTH = 3,
    parameter DEPTH = 8  // that many words are named below
) (
    input wire             clk,
    input wire             rst,
    input wire             s_valid,
    input wire [WIDTH-1:0] s_data,
    input wire             m_ready
);

    localparam AB = $clog2(DEPTH);

    wire s_ready, m_valid;
    wire [WIDTH-1:0] m_data;
    wire [AB:0] level;

    orb_fifo #(
        .WIDTH(WIDTH),
        .DEPTH(DEPTH)
    ) dut (
        .clk    (clk),
        .rst    (rst),
        .s_valid(s_valid),
        .s_ready(s_ready),
        .s_data (s_data),
        .m_valid(m_valid),
        .m_ready(m_ready),
        .m_data (m_data),
        .level  (level)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- numbers of the words in and out, and one word of an arbitrary number ---------------------------------------
    localparam NB = AB + 3;  // more bits than the pointers inside
    reg [NB-1:0] sent, received;
    (* anyconst *) wire [NB-1:0] number;
    reg [WIDTH-1:0] word;
    wire [NB-1:0] inside = sent - received;
    wire in = s_valid & s_ready, out = m_valid & m_ready;
    wire in_fifo = (number - received < inside);

    always @(posedge clk)
        if (rst) {sent, received} <= 0;
        else begin
            sent     <= sent + in;
            received <= received + out;
            if (in & (sent == number)) word <= s_data;
        end

    always @(*)
        if (started) begin
            assert (inside <= DEPTH);
            assert (level == inside);
            assert (s_ready == (inside < DEPTH));
            assert (m_valid == (inside > 0));
            if (m_valid & (received == number)) assert (m_data == word);
        end

    // ---- what is offered stays until it is taken --------------------------------------------------------------------
    always @(posedge clk)
        if (started && !$past(rst) && $past(m_valid & !m_ready)) begin
            assert (m_valid);
            assert ($stable(m_data));
        end

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [AB:0] \dut.head , \dut.tail ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[0] , \dut.mem[1] , \dut.mem[2] , \dut.mem[3] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[4] , \dut.mem[5] , \dut.mem[6] , \dut.mem[7] ;
    wire [DEPTH*WIDTH-1:0] mem = {\dut.mem[7] , \dut.mem[6] , \dut.mem[5] , \dut.mem[4] ,
                                  \dut.mem[3] , \dut.mem[2] , \dut.mem[1] , \dut.mem[0] };

    genvar n;
    generate
        for (n = 0; n < DEPTH; n = n + 1) begin : g_word
            always @(*)
                if (started & in_fifo & (number[AB-1:0] == n)) assert (mem[n*WIDTH+:WIDTH] == word);
        end
    endgenerate

    always @(*)
        if (started) begin
            assert (\dut.head == received[AB:0]);
            assert (\dut.tail == sent[AB:0]);
        end

    always @(*) cover (started & !s_ready & (number == 5));
    always @(*) cover (started & m_valid & (received == 9) & (number == 9) & (word == 5));

endmodule
