// Two copies of a register that synthesis must not merge, and two synchronisers of the same pin.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module two_copies (
    input  wire       clk,
    input  wire [3:0] d,
    input  wire       pin,
    output wire [3:0] first,
    output wire [3:0] second,
    output wire [1:0] seen
);

    orb_copy #(
        .WIDTH(4)
    ) copy_first (
        .clk(clk), .d(d), .q(first)
    );

    orb_copy #(
        .WIDTH(4)
    ) copy_second (
        .clk(clk), .d(d), .q(second)
    );

    orb_sync sync_here (
        .clk(clk), .d(pin), .q(seen[0])
    );

    orb_sync sync_there (
        .clk(clk), .d(pin), .q(seen[1])
    );

endmodule
`resetall
