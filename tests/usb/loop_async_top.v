// A board that sends each byte of an asynchronous 245 FIFO back: for the tests of the simulated USB.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module loop_async_top #(
    parameter PULSE = 4  // cycles of 10 ns for which RD# and WR# are low; the data sheet asks for 30 ns
) (
    input  wire       clk,
    input  wire [7:0] data_in,
    output reg  [7:0] data_out,
    output reg        drive,
    input  wire       rxf_n,
    input  wire       txe_n,
    output reg        rd_n,
    output reg        wr_n
);

    localparam [1:0] WAIT_BYTE = 0, READ = 1, WAIT_ROOM = 2, WRITE = 3;
    localparam [3:0] LAST = PULSE[3:0] - 4'd1;
    localparam [3:0] REST = 8;  // cycles after a pulse until RXF# and TXE# tell the truth again

    reg [1:0] state;
    reg [3:0] count;

    initial begin
        state = WAIT_BYTE;
        count = 0;
        {rd_n, wr_n, drive} = 3'b110;
        data_out = 0;
    end

    always @(posedge clk) begin
        count <= count + 1'b1;
        case (state)
            WAIT_BYTE: if (count > REST) begin
                count <= count;
                drive <= 1'b0;
                if (!rxf_n) begin
                    rd_n  <= 1'b0;
                    count <= 0;
                    state <= READ;
                end
            end
            READ: if (count == LAST) begin
                data_out <= data_in;
                rd_n     <= 1'b1;
                count    <= 0;
                state    <= WAIT_ROOM;
            end
            WAIT_ROOM: if (count > REST) begin
                count <= count;
                drive <= 1'b1;
                if (drive && !txe_n) begin
                    wr_n  <= 1'b0;
                    count <= 0;
                    state <= WRITE;
                end
            end
            WRITE: if (count == LAST) begin
                wr_n  <= 1'b1;
                count <= 0;
                state <= WAIT_BYTE;
            end
        endcase
    end

endmodule

`resetall
