// Byte port of the link as an SPI slave in mode 0, for the MPSSE of an FTDI chip. docs/link.md describes the protocol.
// SPDX-License-Identifier: Apache-2.0
//
// clk samples the pins, and sclk may be up to a sixth of clk. MISO changes a few cycles after the rising edge at which
// the master samples it, so it is stable long before the next rising edge. A byte passes a port in each cycle in which
// tvalid and tready are 1. A byte to send passes at its first bit, because the transfer may end before its last bit.
`resetall
`default_nettype none

module orb_spi_slave (
    input  wire       clk,
    input  wire       rst,
    // pins
    input  wire       sclk,
    input  wire       cs_n,
    input  wire       mosi,
    output wire       miso,
    // bytes to send
    input  wire [7:0] s_tdata,
    input  wire       s_tvalid,
    output wire       s_tready,
    // bytes received; each stays for at least one bit time, then the next one may overwrite it
    output wire [7:0] m_tdata,
    output reg        m_tvalid,
    input  wire       m_tready
);

    localparam [3:0] FLAGS = 4'd8;  // place of the mask in a group: one bit for each valid byte before it

    wire sclk_seen, cs_seen_n, mosi_seen;
    reg sclk_before;
    reg [2:0] bits;   // bits of the byte that have passed
    reg [3:0] place;  // place of the byte in its group
    reg [7:0] flags;  // the mask so far
    reg [7:0] out, in;
    reg begun;        // `out` holds the first byte since cs_n fell, or a later one
    reg counts;       // `out` holds a byte of a frame
    wire selected = !cs_seen_n;
    wire rise = selected & sclk_seen & !sclk_before;
    wire next = selected & (!begun | (rise & (bits == 3'd7)));  // `out` takes the next byte
    wire [3:0] next_place = (!begun | (place == FLAGS)) ? 4'd0 : place + 4'd1;
    wire data = (next_place != FLAGS);

    orb_sync #(
        .WIDTH(3),
        .INIT (3'b010)
    ) sync (
        .clk(clk),
        .d  ({sclk, cs_n, mosi}),
        .q  ({sclk_seen, cs_seen_n, mosi_seen})
    );

    assign miso     = out[7];
    assign s_tready = rise & (bits == 3'd0) & counts;
    assign m_tdata  = in;

    always @(posedge clk) begin
        sclk_before <= sclk_seen;
        if (m_tready) m_tvalid <= 1'b0;
        if (rise) begin
            in       <= {in[6:0], mosi_seen};
            bits     <= bits + 3'd1;
            out      <= {out[6:0], 1'b0};
            m_tvalid <= (bits == 3'd7);
            if ((bits == 3'd0) & (place != FLAGS)) flags <= {counts, flags[7:1]};
        end
        if (next) begin
            begun  <= 1'b1;
            place  <= next_place;
            counts <= data & s_tvalid;
            out    <= !data ? flags : s_tvalid ? s_tdata : 8'd0;
        end
        if (!selected) begin
            begun <= 1'b0;
            bits  <= 3'd0;
        end
        if (rst) begin
            begun    <= 1'b0;
            m_tvalid <= 1'b0;
        end
    end

endmodule
`resetall
