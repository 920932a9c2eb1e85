// Reads the program ahead of the sequencer: descriptors in the order in which they run.
// SPDX-License-Identifier: Apache-2.0
//
// Behind the last descriptor comes the first again; whether it is wanted is known by the sequencer. A fetch every other
// cycle at most leaves the program memory to the host in between.
`resetall
`default_nettype none

module orb_fetch #(
    parameter DEPTH = 16,             // descriptors, a power of two
    parameter IB    = $clog2(DEPTH)
) (
    input  wire          clk,
    input  wire          run,         // 0: forget all, and begin with descriptor 0
    // program memory, data a cycle later
    output wire          fetch,
    output wire [IB-1:0] fetch_index,
    input  wire [  31:0] lo,
    input  wire [  31:0] hi,
    // the next descriptor
    output wire          valid,
    input  wire          next,        // it is taken, if valid
    output wire [  31:0] next_lo,
    output wire [  31:0] next_hi
);

    `include "orbital_regs.vh"

    reg [IB-1:0] index;
    reg arriving;
    wire room;
    wire [1:0] level;
    wire last = lo[ORB_PROGRAM_LO_LAST_LSB] | (&index);

    assign fetch       = run & room & !arriving;
    assign fetch_index = index;

    always @(posedge clk) begin
        arriving <= fetch;
        if (!run) index <= {IB{1'b0}};
        else if (arriving) index <= last ? {IB{1'b0}} : index + 1'b1;
    end

    orb_fifo #(
        .WIDTH(64),
        .DEPTH(2)
    ) fifo (
        .clk    (clk),
        .rst    (!run),
        .s_valid(arriving),
        .s_ready(room),
        .s_data ({hi, lo}),
        .m_valid(valid),
        .m_ready(next),
        .m_data ({next_hi, next_lo}),
        .level  (level)
    );

    wire unused = &{1'b0, level};

endmodule
`resetall
