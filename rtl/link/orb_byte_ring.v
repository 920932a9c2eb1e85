// A ring of bytes in a memory: written anywhere behind its tail, read as a stream up to there.
// SPDX-License-Identifier: Apache-2.0
//
// The offered byte stays in the output register of the memory, which saves a register of its own.
`resetall
`default_nettype none

module orb_byte_ring #(
    parameter BITS = 9  // log2 of its bytes
) (
    input  wire            clk,
    input  wire            rst,
    input  wire            we,
    input  wire [BITS-1:0] waddr,
    input  wire [     7:0] wdata,
    input  wire [  BITS:0] tail,      // the bytes before it may be read
    output reg  [  BITS:0] head,      // the bytes before it may be written again
    output wire            empty,
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
