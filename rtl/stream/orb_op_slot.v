// Keeps one load or unload while it waits for stages and for the other stream, and then until it is done.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_op_slot #(
    parameter XA = 10                  // bits of an operand address
) (
    input  wire          clk,
    input  wire          rst,
    // the op is handed over when the slot is free
    input  wire          give,
    input  wire [   3:0] buffer,
    input  wire [XA-1:0] base,         // address of the buffer
    input  wire [   1:0] placement,
    input  wire [   3:0] stages,       // that were issued before it and have not landed
    // what the op waits for
    input  wire          landed,       // a stage has landed
    input  wire          other_taken,  // the other stream has an op,
    input  wire [   3:0] other_buffer, // ... with this buffer,
    input  wire          other_done,   // ... which is done with it
    // the op
    input  wire          done,         // its last beat goes
    output reg           taken,        // there is one
    output reg           behind,       // ... that waits for the other stream's op,
    output wire          clear,        // ... and for no stage
    output reg  [   3:0] buffer_q,
    output reg  [XA-1:0] base_q,
    output reg  [   1:0] placement_q
);

    reg [3:0] ahead;

    assign clear = taken & (ahead == 4'd0);

    always @(posedge clk) begin
        if (give) begin
            taken       <= 1'b1;
            behind      <= other_taken & !other_done & (other_buffer == buffer);
            ahead       <= stages - {3'd0, landed};
            buffer_q    <= buffer;
            base_q      <= base;
            placement_q <= placement;
        end else begin
            if (done) taken <= 1'b0;
            if (other_done) behind <= 1'b0;
            if (landed & (ahead != 4'd0)) ahead <= ahead - 4'd1;
        end
        if (rst) {taken, behind} <= 2'b00;
    end

endmodule
`resetall
