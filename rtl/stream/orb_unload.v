// Streams a cube out of the array: walks over its points, reads a word a cycle, holds back when the sink does.
// SPDX-License-Identifier: Apache-2.0
//
// A read is issued only when the FIFO has room for it and for all that are on their way, so no word is ever lost.
`resetall
`default_nettype none

module orb_unload #(
    parameter P       = 4,   // nodes along each side
    parameter W       = 18,  // bits of a data word
    parameter BMAX    = 8,   // largest block extent
    parameter MEM_LAT = 2,   // memory latency
    parameter BB      = $clog2(BMAX + 1),
    parameter RB      = $clog2(BMAX * BMAX + 1),
    parameter YA      = $clog2(BMAX * BMAX * BMAX),
    parameter PB      = $clog2(P)
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   start,
    output wire                   busy,       // until the last word has left
    input  wire [         BB-1:0] b1,
    input  wire [         BB-1:0] b2,
    input  wire [         BB-1:0] b3,
    input  wire [         RB-1:0] b23,
    input  wire [            1:0] placement,
    // reads, see orb_torus
    output wire                   b_re,
    output wire [         YA-1:0] b_addr,     // inside the buffer
    output wire                   u_en,       // MEM_LAT later
    output wire [         PB-1:0] u_q,
    output wire [$clog2(P*P)-1:0] u_rs,
    input  wire [          W-1:0] u_data,     // 3 cycles after u_en
    // stream
    output wire [          W-1:0] m_tdata,
    output wire                   m_tvalid,
    input  wire                   m_tready,
    output wire                   m_tlast     // last word of the cube
);

    localparam RS = $clog2(P * P);
    localparam LAT = MEM_LAT + 3;              // read to FIFO
    localparam DEPTH = 16;                     // >= 2*LAT keeps the stream at a word a cycle

    wire [PB-1:0] q, r, s;
    wire [RS-1:0] rs;
    wire          last, fifo_ready;
    wire [   4:0] level;
    reg           walking;
    reg  [ LAT:1] read_q, last_q;
    reg  [   4:0] ahead;                       // reads issued whose words have not left the FIFO

    wire read = walking & (ahead < DEPTH);
    wire left = m_tvalid & m_tready;

    orb_cube_walk #(
        .P   (P),
        .BMAX(BMAX)
    ) walk (
        .clk      (clk),
        .start    (start),
        .next     (read),
        .b1       (b1),
        .b2       (b2),
        .b3       (b3),
        .b23      (b23),
        .placement(placement),
        .q        (q),
        .r        (r),
        .s        (s),
        .addr     (b_addr),
        .last     (last)
    );

    // the node's number travels along with the read
    wire [PB+RS-1:0] node_pipe[0:MEM_LAT];
    assign rs = {{(RS - PB) {1'b0}}, r} * P[RS-1:0] + {{(RS - PB) {1'b0}}, s};
    assign node_pipe[0] = {q, rs};
    assign {u_q, u_rs} = node_pipe[MEM_LAT];
    genvar n;
    generate
        for (n = 0; n < MEM_LAT; n = n + 1) begin : g_node
            reg [PB+RS-1:0] node_q;
            always @(posedge clk) node_q <= node_pipe[n];
            assign node_pipe[n+1] = node_q;
        end
    endgenerate

    assign u_en = read_q[MEM_LAT];
    assign b_re = read;
    assign busy = walking | (|ahead);

    always @(posedge clk) begin
        last_q <= {last_q[LAT-1:1], last};
        if (rst) begin
            walking <= 1'b0;
            ahead   <= 5'd0;
            read_q  <= {LAT{1'b0}};
        end else begin
            read_q <= {read_q[LAT-1:1], read};
            ahead  <= ahead + {4'd0, read} - {4'd0, left};
            if (start) walking <= 1'b1;
            else if (read & last) walking <= 1'b0;
        end
    end

    orb_fifo #(
        .WIDTH(W + 1),
        .DEPTH(DEPTH)
    ) fifo (
        .clk    (clk),
        .rst    (rst),
        .s_valid(read_q[LAT]),
        .s_ready(fifo_ready),
        .s_data ({last_q[LAT], u_data}),
        .m_valid(m_tvalid),
        .m_ready(m_tready),
        .m_data ({m_tlast, m_tdata}),
        .level  (level)
    );

    wire unused = &{1'b0, fifo_ready, level};  // the count of reads ahead stands for both

endmodule
`resetall
