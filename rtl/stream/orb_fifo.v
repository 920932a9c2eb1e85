// Small FIFO of one clock with valid/ready ports.
// SPDX-License-Identifier: Apache-2.0
//
// A word passes a port in each cycle in which valid and ready are 1. A word that enters an empty FIFO is offered at
// m_data one cycle later. m_data comes from the memory without a register.
`resetall
`default_nettype none

module orb_fifo #(
    parameter WIDTH = 18,  // bits of a word
    parameter DEPTH = 16   // words, a power of two
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   s_valid,
    output wire                   s_ready,
    input  wire [      WIDTH-1:0] s_data,
    output reg                    m_valid,
    input  wire                   m_ready,
    output wire [      WIDTH-1:0] m_data,
    output wire [$clog2(DEPTH):0] level     // number of words in the FIFO
);

    localparam AB = $clog2(DEPTH);

    reg [WIDTH-1:0] mem[0:DEPTH-1];
    reg [AB:0] head, tail;

    localparam IB = DEPTH > 1 ? AB : 1;
    wire [IB-1:0] from, to;

    generate
        if (DEPTH > 1) begin : g_several
            assign {from, to} = {head[AB-1:0], tail[AB-1:0]};
        end else begin : g_one
            assign {from, to} = 2'b00;
        end
    endgenerate

    assign level   = tail - head;
    assign s_ready = !level[AB];
    assign m_data  = mem[from];

    wire enters = s_valid & s_ready, leaves = m_valid & m_ready;
    localparam [AB:0] ONE = 1;

    always @(posedge clk) begin
        if (enters) mem[to] <= s_data;
        if (rst) begin
            head    <= {AB + 1{1'b0}};
            tail    <= {AB + 1{1'b0}};
            m_valid <= 1'b0;
        end else begin
            if (enters) tail <= tail + 1'b1;
            if (leaves) head <= head + 1'b1;
            m_valid <= enters | (m_valid & !(leaves & (level == ONE)));
        end
    end

endmodule
`resetall
