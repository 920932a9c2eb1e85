// orb_slice loses, doubles and reorders no word, holds what it offers, and takes a word a cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Words are numbered as they enter and as they leave. The word of an arbitrary number is remembered when it enters.
`default_nettype none

module orb_slice_props #(
    parameter WIDTH = 3
) (
    input wire             clk,
    input wire             rst,
    input wire             s_valid,
    input wire [WIDTH-1:0] s_data,
    input wire             m_ready
);

    wire s_ready, m_valid;
    wire [WIDTH-1:0] m_data;

    orb_slice #(
        .WIDTH(WIDTH)
    ) dut (
        .clk    (clk),
        .rst    (rst),
        .s_valid(s_valid),
        .s_ready(s_ready),
        .s_data (s_data),
        .m_valid(m_valid),
        .m_ready(m_ready),
        .m_data (m_data)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    localparam NB = 4;
    reg [NB-1:0] sent, received;
    (* anyconst *) wire [NB-1:0] number;
    reg [WIDTH-1:0] word;
    wire [NB-1:0] inside = sent - received;
    wire [NB-1:0] ahead = number - received;  // words that leave before that of this number

    always @(posedge clk)
        if (rst) {sent, received} <= 0;
        else begin
            sent     <= sent + (s_valid & s_ready);
            received <= received + (m_valid & m_ready);
            if (s_valid & s_ready & (sent == number)) word <= s_data;
        end

    (* hierconn *) wire [WIDTH-1:0] \dut.spare ;

    always @(*)
        if (started) begin
            assert (inside <= 2);
            assert (m_valid == (inside > 0));
            assert (s_ready == (inside < 2));
            if ((inside > 0) & (ahead == 0)) assert (m_data == word);
            if ((inside > 1) & (ahead == 1)) assert (\dut.spare == word);
        end

    stream_rules #(
        .WIDTH(WIDTH)
    ) rules (
        .clk      (clk),
        .rst      (rst),
        .started  (started),
        .data     (m_data),
        .valid    (m_valid),
        .ready    (m_ready),
        .withdrawn(1'b0)
    );

    // ---- a sink that takes a word in every cycle gets one in every cycle --------------------------------------------
    always @(posedge clk)
        if (started && !$past(rst) && $past(m_ready & s_valid & s_ready)) assert (m_valid);
    always @(posedge clk) if (started && !$past(rst) && $past(m_ready)) assert (s_ready);

    always @(*) cover (started & !s_ready);
    always @(*) cover (started & m_valid & (received == 5) & (number == 5) & (word == 5));

endmodule
