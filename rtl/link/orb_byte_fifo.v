// FIFO of bytes in a memory, of one clock.
// SPDX-License-Identifier: Apache-2.0
//
// A byte passes a port in each cycle in which tvalid and tready are 1. A byte that enters an empty FIFO is offered
// three cycles later. s_tready is a register. It falls while up to a quarter of the memory is free, because it compares
// only the upper bits of the addresses.
`resetall
`default_nettype none

module orb_byte_fifo #(
    parameter BITS = 9  // log2 of the bytes of its memory, of which it fills six or seven eighths
) (
    input  wire       clk,
    input  wire       rst,
    output wire       empty,   // no byte is in the FIFO or offered
    input  wire [7:0] s_tdata,
    input  wire       s_tvalid,
    output wire       s_tready,
    output wire [7:0] m_tdata,
    output wire       m_tvalid,
    input  wire       m_tready
);

    reg [BITS:0] tail;
    wire [BITS:0] head;
    wire [2:0] after = tail[BITS-1-:3] + 3'd1;
    wire take = s_tvalid & s_tready;
    wire unused = &{1'b0, head};

    reg room;  // the eighth of the memory after that of the tail was free in the last cycle

    assign s_tready = room;

    orb_byte_ring #(
        .BITS(BITS)
    ) ring (
        .clk     (clk),
        .rst     (rst),
        .we      (take),
        .waddr   (tail[BITS-1:0]),
        .wdata   (s_tdata),
        .tail    (tail),
        .head    (head),
        .empty   (empty),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready)
    );

    always @(posedge clk) begin
        room <= !rst & (after != head[BITS-1-:3]);
        if (rst) tail <= {BITS + 1{1'b0}};
        else if (take) tail <= tail + 1'b1;
    end

endmodule
`resetall
