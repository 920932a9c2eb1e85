// Byte port of the link for an FT2232H or FT232H in asynchronous 245 FIFO mode.
// SPDX-License-Identifier: Apache-2.0
//
// A byte passes a port in each cycle in which tvalid and tready are 1; a byte to send passes when it is in the chip.
//
// The times are those of the FT2232H data sheet (FTDI DS_FT2232H, asynchronous FIFO timing). RD# and WR# are low for at
// least 30 ns. Data is valid 14 ns after RD# falls. It is set up 5 ns before WR# falls and held 5 ns after WR# rises.
// RXF# and TXE# go high 14 ns after the strobe has risen.
`resetall
`default_nettype none

module orb_ft245_async #(
    parameter CLOCK_HZ = 12000000  // clock frequency in hertz, 1000000..200000000
) (
    input  wire       clk,
    input  wire       rst,
    // pins; drive the data pins while data_oe is 1
    input  wire       rxf_n,
    input  wire       txe_n,
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
    // bytes received
    output reg  [7:0] m_tdata,
    output reg        m_tvalid,
    input  wire       m_tready
);

    generate
        if (CLOCK_HZ < 1000000 || CLOCK_HZ > 200000000) begin : g_clock_hz
            orb_ft245_async_CLOCK_HZ_must_be_1000000_to_200000000 illegal ();
        end
    endgenerate

    localparam MHZ = (CLOCK_HZ + 999999) / 1000000;
    localparam STROBE = (MHZ * 40 + 999) / 1000;        // cycles: 30 ns, and the delay of the pins
    localparam SETUP = (MHZ * 10 + 999) / 1000;
    localparam REST = (MHZ * 20 + 999) / 1000 + 3;      // until the synchroniser shows RXF# and TXE#
    localparam FLUSH = (MHZ * 250 + 999) / 1000;        // the FT245B needs 250 ns
    localparam CB = $clog2(FLUSH > REST ? FLUSH : REST) + 1;
    localparam [31:0] STROBE_LAST = STROBE - 1, SETUP_LAST = SETUP - 1, REST_LAST = REST - 1, FLUSH_LAST = FLUSH - 1;
    localparam [2:0] IDLE = 3'd0, READ = 3'd1, DRIVE = 3'd2, WRITE = 3'd3, HOLD = 3'd4, SEND = 3'd5, SETTLE = 3'd6;

    wire rxf_seen_n, txe_seen_n;
    reg [2:0] state;
    reg [CB-1:0] left;  // cycles of the state that are left
    reg wrote;          // the last transfer was a write, so it is the turn of a read
    reg ended;          // the last byte that was written ended a frame, and the chip may still hold it
    wire last = (left == {CB{1'b0}});
    wire may_read = !rxf_seen_n & !m_tvalid;
    wire may_write = !txe_seen_n & s_tvalid;

    orb_sync #(
        .WIDTH(2),
        .INIT (2'b11)
    ) sync (
        .clk(clk),
        .d  ({rxf_n, txe_n}),
        .q  ({rxf_seen_n, txe_seen_n})
    );

    assign s_tready = (state == WRITE) & last;

    // The pins are inactive before the first clock edge.
    initial {rd_n, wr_n, siwu_n, data_oe} = 4'b1110;

    always @(posedge clk) begin
        if (m_tready) m_tvalid <= 1'b0;
        left <= left - 1'b1;
        case (state)
            IDLE:
            if (may_read & (wrote | !may_write)) begin
                rd_n  <= 1'b0;
                wrote <= 1'b0;
                left  <= STROBE_LAST[CB-1:0];
                state <= READ;
            end else if (may_write) begin
                data_out <= s_tdata;
                data_oe  <= 1'b1;
                wrote    <= 1'b1;
                ended    <= (s_tdata == 8'd0);
                left     <= SETUP_LAST[CB-1:0];
                state    <= DRIVE;
            end else if (ended & !s_tvalid) begin
                siwu_n <= 1'b0;
                ended  <= 1'b0;
                left   <= FLUSH_LAST[CB-1:0];
                state  <= SEND;
            end
            READ:
            if (last) begin
                m_tdata  <= data_in;
                m_tvalid <= 1'b1;
                rd_n     <= 1'b1;
                left     <= REST_LAST[CB-1:0];
                state    <= SETTLE;
            end
            DRIVE:
            if (last) begin
                wr_n  <= 1'b0;
                left  <= STROBE_LAST[CB-1:0];
                state <= WRITE;
            end
            WRITE:
            if (last) begin
                wr_n  <= 1'b1;
                left  <= SETUP_LAST[CB-1:0];
                state <= HOLD;
            end
            HOLD:
            if (last) begin
                data_oe <= 1'b0;
                left    <= REST_LAST[CB-1:0];
                state   <= SETTLE;
            end
            SEND:
            if (last) begin
                siwu_n <= 1'b1;
                state  <= IDLE;
            end
            default: if (last) state <= IDLE;  // SETTLE
        endcase
        if (rst) begin
            state    <= IDLE;
            rd_n     <= 1'b1;
            wr_n     <= 1'b1;
            siwu_n   <= 1'b1;
            data_oe  <= 1'b0;
            m_tvalid <= 1'b0;
            wrote    <= 1'b0;
            ended    <= 1'b0;
        end
    end

endmodule
`resetall
