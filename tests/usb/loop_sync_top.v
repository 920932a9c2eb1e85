// A board that sends each byte of a synchronous 245 FIFO back: for the tests of the simulated USB.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module loop_sync_top (
    input  wire       clk,      // of the board, unused
    input  wire       clkout,   // of the chip, 60 MHz
    input  wire [7:0] data_in,
    output reg  [7:0] data_out,
    output wire       drive,
    input  wire       rxf_n,
    input  wire       txe_n,
    output reg        oe_n,
    output reg        rd_n,
    output reg        wr_n
);

    wire unused = &{1'b0, clk};

    reg [2:0] state;

    assign drive = oe_n && state >= 3'd4;

    initial begin
        state = 0;
        {oe_n, rd_n, wr_n} = 3'b111;
        data_out = 0;
    end

    // one byte at a time: OE#, RD# for a cycle, turn the bus, WR# until it is taken
    always @(posedge clkout)
        case (state)
            0: if (!rxf_n) begin
                oe_n  <= 1'b0;
                state <= 1;
            end
            1: begin
                rd_n  <= 1'b0;
                state <= 2;
            end
            2: begin
                data_out <= data_in;
                rd_n     <= 1'b1;
                oe_n     <= 1'b1;
                state    <= 3;
            end
            3: state <= 4;
            4: begin
                wr_n  <= 1'b0;
                state <= 5;
            end
            default: if (!txe_n) begin
                wr_n  <= 1'b1;
                state <= 0;
            end
        endcase

endmodule

`resetall
