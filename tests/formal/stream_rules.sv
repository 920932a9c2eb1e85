// The rule of a stream's source: what is offered stays as it is until it is taken. Asserted, or assumed of an input.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module stream_rules #(
    parameter WIDTH  = 8,  // bits of the data
    parameter ASSUME = 0   // 1: of an input
) (
    input wire             clk,
    input wire             rst,
    input wire             started,
    input wire [WIDTH-1:0] data,
    input wire             valid,
    input wire             ready,
    input wire             withdrawn  // may be false for once
);

    always @(posedge clk)
        if (started && !$past(rst) && $past(valid & !ready)) begin
            if (ASSUME != 0) assume (valid & $stable(data));
            else assert ((valid & $stable(data)) | withdrawn);
        end

endmodule
