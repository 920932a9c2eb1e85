// Keeps one operation of a stream, a load or an unload, from the time it is handed over until it is done.
// SPDX-License-Identifier: Apache-2.0
//
// The operation waits for the stages that were issued before it, and for an operation of the other stream on the same
// buffer that was handed over before it. `give` hands an operation over in one cycle, and may come only while `taken`
// is 0; all outputs follow in the next cycle. `done` empties the slot.
`resetall
`default_nettype none

module orb_op_slot #(
    parameter XA = 10                  // bits of an operand address
) (
    input  wire          clk,
    input  wire          rst,
    // the operation that is handed over
    input  wire          give,
    input  wire [   3:0] buffer,
    input  wire [XA-1:0] base,         // address of the buffer
    input  wire [   1:0] placement,
    input  wire [   3:0] stages,       // number of stages that were issued before it and have not landed
    // what it waits for
    input  wire          landed,       // a stage has landed
    input  wire          other_taken,  // the other stream has an operation
    input  wire [   3:0] other_buffer, // the buffer of that operation
    input  wire          other_done,   // the last beat of that operation passes
    // the operation in the slot
    input  wire          done,         // its last beat passes
    output reg           taken,        // the slot has an operation
    output reg           behind,       // it waits for the operation of the other stream
    output reg           clear,        // the slot has an operation that waits for no stage
    output reg  [   3:0] buffer_q,
    output reg  [XA-1:0] base_q,
    output reg  [   1:0] placement_q
);

    reg [3:0] ahead;  // stages that it still waits for

    always @(posedge clk) begin
        if (give) begin
            taken       <= 1'b1;
            behind      <= other_taken & !other_done & (other_buffer == buffer);
            ahead       <= stages - {3'd0, landed};
            clear       <= (stages == {3'd0, landed});
            buffer_q    <= buffer;
            base_q      <= base;
            placement_q <= placement;
        end else begin
            if (done) {taken, clear} <= 2'b00;
            if (other_done) behind <= 1'b0;
            if (landed & (ahead != 4'd0)) ahead <= ahead - 4'd1;
            if (landed & (ahead == 4'd1)) clear <= taken;
        end
        if (rst) {taken, behind, clear} <= 3'b000;
    end

endmodule
`resetall
