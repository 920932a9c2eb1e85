// Registers of orbital_axi, for its interrupt and its input packets; rtl/axi/orbital_axi.rdl is their map.
// SPDX-License-Identifier: Apache-2.0
//
// The core performs all handshakes of the AXI4-Lite port and answers these addresses with SLVERR. This module replaces
// that answer with its own. The port therefore needs no arbitration, and an access takes as many cycles as one to the
// core. `irq` rises two cycles after `busy` falls.
`resetall
`default_nettype none

module orb_axi_regs (
    input  wire        clk,
    input  wire        rst,
    // the port; the core takes address and word of a write in the same cycle
    input  wire [11:0] awaddr,
    input  wire [31:0] wdata,
    input  wire [ 3:0] wstrb,
    input  wire        write,       // the core takes a write in this cycle
    input  wire [11:0] araddr,
    input  wire        read,        // the core takes a read in this cycle
    // the answers of the core, and those that the port gives
    input  wire [ 1:0] core_bresp,
    input  wire [31:0] core_rdata,
    input  wire [ 1:0] core_rresp,
    output wire [ 1:0] bresp,
    output wire [31:0] rdata,
    output wire [ 1:0] rresp,
    // the core
    input  wire        busy,        // a program runs
    input  wire [ 3:0] error,       // STATUS.error of the last program, 0 if it came to its end
    output reg         check,       // PACKETS.check
    output reg         irq
);

    `include "orbital_axi_regs.vh"

    localparam [1:0] OKAY = 2'b00;

    wire w_status = (awaddr == ORB_REG_IRQ_STATUS), w_enable = (awaddr == ORB_REG_IRQ_ENABLE);
    wire w_packets = (awaddr == ORB_REG_PACKETS);
    wire r_status = (araddr == ORB_REG_IRQ_STATUS), r_enable = (araddr == ORB_REG_IRQ_ENABLE);
    wire r_packets = (araddr == ORB_REG_PACKETS);
    wire writes = write & (&wstrb);

    reg own_write, own_read;    // the access that is being answered is to a register of this module
    reg [1:0] value;            // the word that answers a read
    reg [1:0] events, enabled;  // IRQ_STATUS, IRQ_ENABLE
    reg busy_q;
    wire [1:0] now = {2{busy_q & !busy}} & {|error, ~|error};  // a program ends when busy falls
    wire unused = &{1'b0, wdata[31:2]};

    assign bresp = own_write ? OKAY : core_bresp;
    assign rresp = own_read ? OKAY : core_rresp;
    assign rdata = own_read ? {30'd0, value} : core_rdata;

    always @(posedge clk) begin
        busy_q <= busy & !rst;
        irq    <= |(events & enabled);
        events <= (events & ~({2{writes & w_status}} & wdata[1:0])) | now;
        if (writes & w_enable) enabled <= wdata[1:0];
        if (writes & w_packets) check <= wdata[0];
        if (write) own_write <= (&wstrb) & (w_status | w_enable | w_packets);
        if (read) begin
            own_read <= r_status | r_enable | r_packets;
            value    <= r_status ? events : r_enable ? enabled : {1'b0, check};
        end
        if (rst) begin
            {events, enabled, check, irq} <= 6'd0;
            {own_write, own_read}         <= 2'b00;
        end
    end

endmodule
`resetall
