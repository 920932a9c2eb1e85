// The control of a node's accumulators: which stored sum is read, and where the sum that came in is stored.
// SPDX-License-Identifier: Apache-2.0
//
// Sums are read and stored in the order of slots, so two counters give all addresses. Each lane works a cycle after the
// lane before it, so all lanes share one port of one memory. With groups each lane has a memory of its own.
`resetall
`default_nettype none

module orb_sum_ctl #(
    `include "orb_params.vh"
) (
    input  wire             clk,
    input  wire [LANES-1:0] read,        // a lane needs its stored sum
    input  wire             read_first,  // lane 0: that of the first slot of a step
    input  wire             half,        // lane 0: the first half of a sum has come in,
    input  wire             half_first,  // ... of the first slot of a step,
    input  wire             y_half,      // ... which is to be stored as a sum
    input  wire [LANES-1:0] taken,       // the sum of a lane came in in the cycle before
    input  wire [LANES-1:0] write,       // the sum of a lane is to be stored
    output wire [   YP-1:0] y_re,
    output wire [YP*YW-1:0] y_raddr,
    output wire [   YP-1:0] y_we,
    output wire [   YW-1:0] y_waddr
);

    function [YW-1:0] any(input [LANES*YW-1:0] addresses);  // those of idle lanes are 0
        integer n;
        begin
            any = {YW{1'b0}};
            for (n = 0; n < LANES; n = n + 1) any = any | addresses[n*YW+:YW];
        end
    endfunction

    reg [YD-1:0] y_read, y_read_now, y_write, y_write_now;  // the next slot, and that of lane 0
    wire [YD-1:0] read_slot = read_first ? {YD{1'b0}} : y_read, write_slot = half_first ? {YD{1'b0}} : y_write;
    wire [LANES*YW-1:0] read_at, write_at;

    always @(posedge clk) begin
        if (read[0]) {y_read, y_read_now} <= {read_slot + 1'b1, read_slot};
        if (half) {y_write, y_write_now} <= {write_slot + 1'b1, write_slot};
    end

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            localparam LANE = l;
            wire [YD-1:0] read_now = (l == 0) ? read_slot : y_read_now, write_now = (l == 0) ? write_slot : y_write_now;
            if (SUM_LAT == 0) begin : g_late
                // The stored sum is read while its slot's sum is on the link; the sum before it is stored meanwhile.
                assign read_at  = read ? read_slot : y_read_now;
                assign write_at = y_read_now;
                wire unused = &{1'b0, read_now, write_now, y_write_now, taken, y_half};
            end else if (LANES == 1 && EXP == 0 && FAR == 0) begin : g_alone
                // The read address stays until the next read, the write address from half of the sum to its end.
                assign read_at  = read ? read_slot : y_read_now;
                assign write_at = y_half ? write_slot : y_write_now;
                wire unused = &{1'b0, read_now, write_now, taken};
            end else if (GROUP == 1) begin : g_shared
                assign read_at[l*YW+:YW]  = read[l] ? read_now * LANES[YW-1:0] + LANE[YW-1:0] : {YW{1'b0}};
                assign write_at[l*YW+:YW] = taken[l] ? write_now * LANES[YW-1:0] + LANE[YW-1:0] : {YW{1'b0}};
            end else begin : g_own
                assign write_at[l*YW+:YW] = taken[l] ? write_now : {YW{1'b0}};
                wire unused = &{1'b0, read_now};
                if (l == 0) begin : g_now
                    assign read_at[0+:YW] = read_slot;
                end else begin : g_later
                    reg [YW-1:0] read_at_q;
                    always @(posedge clk) read_at_q <= read_at[(l-1)*YW+:YW];
                    assign read_at[l*YW+:YW] = read_at_q;
                end
            end
        end
        if (GROUP == 1) begin : g_one_memory
            assign {y_re, y_we, y_raddr} = {|read, |write, any(read_at)};
        end else begin : g_memories
            assign {y_re, y_we, y_raddr} = {read, write, read_at};
            wire unused = &{1'b0, y_read_now};
        end
    endgenerate

    assign y_waddr = any(write_at);

    wire unused = &{1'b0, y_half};

endmodule
`resetall
