// AXI4-Lite registers of the link; the map is link/orbital_link.rdl.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_link_regs #(
    parameter RING     = 9,   // log2 of the receive ring's bytes, 9..14
    parameter REPLAY   = 8,   // log2 of the replay buffer's beats, 4..14
    parameter STALL    = 14,  // log2 of the cycles for which a beat is waited for, 8..23
    parameter PORT     = 0,   // 0 UART, 1 asynchronous FIFO, 2 synchronous FIFO, 3 SPI
    parameter CLOCK_HZ = 0    // clock frequency in hertz, 0 unknown: the UART then begins at its highest rate
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        brk,              // back to the first rate
    input  wire        quiet,            // no request is worked on, no answer is on its way
    output wire [15:0] rate,             // of the UART, baud * 2^16 / clock
    input  wire [15:0] position_in,
    input  wire [15:0] position_out,
    input  wire [ 7:0] last,
    input  wire        last_valid,
    input  wire        dropped_bad,
    input  wire        dropped_full,
    input  wire        busy,             // what is read may change; while `reading` it does not become busy
    output wire        reading,
    // AXI4-Lite, one access at a time
    input  wire [15:0] s_axil_awaddr,    // from 0xF00 on
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [31:0] s_axil_wdata,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    output reg  [ 1:0] s_axil_bresp,
    output reg         s_axil_bvalid,
    input  wire        s_axil_bready,
    input  wire [15:0] s_axil_araddr,    // from 0xF00 on
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    output wire [ 7:0] s_axil_rbyte,     // of the register's bytes the one with this number; the address has to stay
    input  wire [ 1:0] s_axil_number,
    output wire [ 1:0] s_axil_rresp,
    output reg         s_axil_rvalid,
    input  wire        s_axil_rready
);

    `include "orbital_link_regs.vh"

    localparam [1:0] OKAY = 2'b00, SLVERR = 2'b10;
    localparam MOST = 16384;                 // a quarter of the clock
    localparam BAUD = 1000000 / 32 * 65536;  // by 32, to stay below 2^31
    localparam EXACT = CLOCK_HZ == 0 ? MOST : (BAUD + CLOCK_HZ / 64) / (CLOCK_HZ / 32);
    localparam [31:0] FIRST = EXACT > MOST ? MOST : EXACT;
    localparam [31:0] STALL_CODE = STALL - 8;
    localparam [2:0] COUNT = 3'd6;  // registers

    reg [7:0] bad, full;  // counts
    reg [14:0] rate_q, next_rate;
    reg quiet_q;

    assign rate = {1'b0, rate_q};

    // ---- writes -----------------------------------------------------------------------------------------------------
    wire write = s_axil_awvalid & s_axil_wvalid & !s_axil_bvalid;
    wire in_range = (s_axil_wdata[31:15] == 17'd0) & (s_axil_wdata[14] != |s_axil_wdata[13:0]);  // 1..2^14
    wire w_known = (s_axil_awaddr == {4'd0, ORB_REG_LINK_RATE}) & in_range;

    assign s_axil_awready = write;
    assign s_axil_wready  = write;

    always @(posedge clk) begin
        if (s_axil_bready) s_axil_bvalid <= 1'b0;
        quiet_q <= quiet;
        if (quiet_q) rate_q <= next_rate;
        if (write) begin
            s_axil_bvalid <= 1'b1;
            s_axil_bresp  <= w_known ? OKAY : SLVERR;
            if (w_known) next_rate <= s_axil_wdata[14:0];
        end
        if (rst | brk) {next_rate, rate_q} <= {FIRST[14:0], FIRST[14:0]};
        if (rst) s_axil_bvalid <= 1'b0;
    end

    // ---- reads ------------------------------------------------------------------------------------------------------
    wire exists = (s_axil_araddr[15:5] == {4'd0, ORB_REG_LINK_ID[11:5]}) & (s_axil_araddr[4:2] < COUNT) &
                  (s_axil_araddr[1:0] == 2'd0);
    wire [31:0] info = {STALL_CODE[3:0], PORT[3:0], 3'd0, REPLAY[4:0], 3'd0, RING[4:0], ORB_LINK_INFO_VERSION_RESET};
    // in the order of their addresses
    wire [32*8-1:0] values = {
        64'd0, 17'd0, next_rate, 8'd0, full, 8'd0, bad, 23'd0, last_valid, last, position_out, position_in, info,
        ORB_LINK_ID_VALUE_RESET
    };

    assign s_axil_rbyte   = values[8*{s_axil_araddr[4:2], s_axil_number}+:8];
    assign s_axil_arready = !s_axil_rvalid & !busy;
    assign reading        = s_axil_arvalid | s_axil_rvalid;
    assign s_axil_rresp   = exists ? OKAY : SLVERR;

    always @(posedge clk) begin
        if (s_axil_rready) s_axil_rvalid <= 1'b0;
        if (s_axil_arvalid & s_axil_arready) s_axil_rvalid <= 1'b1;
        if (rst) s_axil_rvalid <= 1'b0;
    end

    // ---- what was dropped -------------------------------------------------------------------------------------------
    always @(posedge clk)
        if (rst) {full, bad} <= 16'd0;
        else begin
            if (dropped_bad & !(&bad)) bad <= bad + 8'd1;
            if (dropped_full & !(&full)) full <= full + 8'd1;
        end

endmodule
`resetall
