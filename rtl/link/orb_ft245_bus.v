// Bus of an FT2232H or FT232H in synchronous 245 FIFO mode, in the clock domain of the chip.
// SPDX-License-Identifier: Apache-2.0
//
// A byte passes the pins at each clock edge at which the strobe and the chip's flag are both low. OE# falls one cycle
// before RD#, and the bus is idle for one cycle before its direction changes. The clock may be stopped during a reset,
// so the reset is asynchronous and releases the bus at once. Bytes to send pass when s_tvalid and s_tready are 1.
// Received bytes cannot wait: the user takes each one in the cycle of m_tvalid.
//
// After a frame that is not followed by another at once, SIWU# makes the chip send its buffer to the host, at most
// every 68 us, because each time costs a packet on the USB, of which 13 fit into 125 us.
`resetall
`default_nettype none

module orb_ft245_bus (
    input  wire       clk,       // CLKOUT, 60 MHz
    input  wire       rst,       // asynchronous; see orb_reset
    // pins; drive the data pins while data_oe is 1
    input  wire       rxf_n,
    input  wire       txe_n,
    output reg        oe_n,
    output reg        rd_n,
    output reg        wr_n,
    output reg        siwu_n,    // low: the chip sends its bytes to the host at once
    input  wire [7:0] data_in,
    output reg  [7:0] data_out,
    output reg        data_oe,
    // bytes to send
    input  wire [7:0] s_tdata,
    input  wire       s_tvalid,
    output wire       s_tready,
    // bytes received; m_few is 1 while the user has room for fewer than four
    output wire [7:0] m_tdata,
    output wire       m_tvalid,
    input  wire       m_few
);

    localparam [1:0] IDLE = 2'd0, OPEN = 2'd1, READ = 2'd2, WRITE = 2'd3;
    localparam [3:0] FLUSH = 4'd15;  // cycles, 250 ns

    reg [1:0] state;
    reg [6:0] burst;  // cycles until the other direction has its turn
    reg wrote;        // the last burst was a write, so it is the turn of a read
    reg held;         // data_out holds a byte that the chip has not taken
    reg ended;        // the last byte that the chip took ended a frame
    reg [3:0] flush;  // cycles for which siwu_n stays low
    reg [12:0] rest;  // cycles since it was made low, up to 4096
    wire turn = (burst == 7'd0);
    wire taken = !wr_n & !txe_n;
    wire load = s_tvalid & s_tready;
    wire held_next = load | (held & !taken);
    wire may_read = !rxf_n & !m_few;
    wire may_write = !txe_n & (s_tvalid | held);
    wire send = ended & !s_tvalid & !held & rest[12];

    assign m_tdata  = data_in;
    assign m_tvalid = !rd_n & !rxf_n;
    assign s_tready = (state == WRITE) & (!held | taken);

    // The pins are inactive before the first edge of the chip's clock.
    initial {oe_n, rd_n, wr_n, siwu_n, data_oe} = 5'b11110;
    initial {state, held} = {IDLE, 1'b0};

    always @(posedge clk) if (load) data_out <= s_tdata;

    always @(posedge clk or posedge rst)
        if (rst) begin
            state   <= IDLE;
            oe_n    <= 1'b1;
            rd_n    <= 1'b1;
            wr_n    <= 1'b1;
            siwu_n  <= 1'b1;
            data_oe <= 1'b0;
            burst   <= 7'd0;
            wrote   <= 1'b0;
            held    <= 1'b0;
            ended   <= 1'b0;
            flush   <= 4'd0;
            rest    <= 13'h1000;
        end else begin
            held <= held_next;
            if (taken) ended <= (data_out == 8'd0);
            else if (send) ended <= 1'b0;
            if (!turn) burst <= burst - 7'd1;
            if (send) flush <= FLUSH;
            else if (flush != 4'd0) flush <= flush - 4'd1;
            if (send) rest <= 13'd0;
            else if (!rest[12]) rest <= rest + 13'd1;
            siwu_n <= (flush == 4'd0);
            case (state)
                IDLE: begin
                    burst <= 7'd127;
                    if (may_read & (wrote | !may_write)) begin
                        oe_n  <= 1'b0;
                        wrote <= 1'b0;
                        state <= OPEN;
                    end else if (may_write) begin
                        data_oe <= 1'b1;
                        wrote   <= 1'b1;
                        state   <= WRITE;
                    end
                end
                OPEN: begin
                    rd_n  <= 1'b0;
                    state <= READ;
                end
                READ:
                if (!may_read | (turn & may_write)) begin
                    rd_n  <= 1'b1;
                    oe_n  <= 1'b1;
                    state <= IDLE;
                end
                default:  // WRITE
                if (txe_n | !held_next | (turn & may_read)) begin
                    wr_n    <= 1'b1;
                    data_oe <= 1'b0;
                    state   <= IDLE;
                end else wr_n <= 1'b0;
            endcase
        end

endmodule
`resetall
