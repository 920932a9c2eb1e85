// Ring of bytes in a memory: bytes are written at any address, and read in order up to the tail.
// SPDX-License-Identifier: Apache-2.0
//
// The user writes bytes from the tail on, and then moves the tail past them. A byte is offered one cycle after the tail
// has passed it, and passes in a cycle in which m_tvalid and m_tready are 1. The output register of the memory holds
// the offered byte, so the ring needs no register for it.
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
    output wire            empty,     // no byte is left or offered
    output wire [     7:0] m_tdata,
    output reg             m_tvalid,
    input  wire            m_tready
);

    wire fetch = (head != tail) & (!m_tvalid | m_tready);

    assign empty = (head == tail) & !m_tvalid;

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
        .rdata(m_tdata)
    );

    always @(posedge clk) begin
        if (fetch) head <= head + 1'b1;
        m_tvalid <= fetch | (m_tvalid & !m_tready);
        if (rst) begin
            head     <= {BITS + 1{1'b0}};
            m_tvalid <= 1'b0;
        end
    end

endmodule
`resetall
