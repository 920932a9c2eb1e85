// Ring of bytes in a memory: bytes are written at any address, and read in order up to the tail.
// SPDX-License-Identifier: Apache-2.0
//
// The user writes bytes from the tail on, and then moves the tail past them. A byte is offered two cycles after the
// tail has passed it, and passes in a cycle in which m_tvalid and m_tready are 1. A memory takes more than half of a
// fast clock's period to give a byte, so the offered byte is in a register of its own.
`resetall
`default_nettype none

module orb_byte_ring #(
    parameter BITS = 9  // log2 of the bytes of the memory
) (
    input  wire            clk,
    input  wire            rst,
    input  wire            we,
    input  wire [BITS-1:0] waddr,
    input  wire [     7:0] wdata,
    input  wire [  BITS:0] tail,      // the bytes before it may be read
    output reg  [  BITS:0] head,      // the bytes before it may be written again
    output wire            empty,     // no byte is in the memory, and none is offered
    output reg  [     7:0] m_tdata,
    output reg             m_tvalid,
    input  wire            m_tready
);

    wire [7:0] rdata;
    reg waiting;  // rdata is the byte after the offered one
    wire moves = !m_tvalid | m_tready;
    wire fetch = (head != tail) & (!waiting | moves);

    assign empty = (head == tail) & !waiting & !m_tvalid;

    orb_ram_sdp #(
        .WIDTH  (8),
        .DEPTH  (1 << BITS),
        .LATENCY(1)
    ) ram (
        .clk  (clk),
        .we   (we),
        .waddr(waddr),
        .wdata(wdata),
        .re   (fetch),
        .raddr(head[BITS-1:0]),
        .rdata(rdata)
    );

    always @(posedge clk) begin
        if (fetch) head <= head + 1'b1;
        waiting <= fetch | (waiting & !moves);
        if (moves) begin
            m_tdata  <= rdata;
            m_tvalid <= waiting;
        end
        if (rst) begin
            head     <= {BITS + 1{1'b0}};
            waiting  <= 1'b0;
            m_tvalid <= 1'b0;
        end
    end

endmodule
`resetall
