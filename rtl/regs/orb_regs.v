// AXI4-Lite registers of the core and its program memory; the map is regs/orbital.rdl.
// SPDX-License-Identifier: Apache-2.0
//
// The port takes one access of a whole word at a time. It answers SLVERR to an address without a register, to a write
// with a byte left out, and to a write of a read-only register. BLOCK and REPEAT are kept in the program memory, behind
// the program, and are read from there before `start`.
`resetall
`default_nettype none

module orb_regs #(
    `include "orb_params.vh"
) (
    input  wire         clk,
    input  wire         rst,
    // AXI4-Lite
    input  wire [ 11:0] s_axil_awaddr,
    input  wire         s_axil_awvalid,
    output wire         s_axil_awready,
    input  wire [ 31:0] s_axil_wdata,
    input  wire [  3:0] s_axil_wstrb,
    input  wire         s_axil_wvalid,
    output wire         s_axil_wready,
    output reg  [  1:0] s_axil_bresp,
    output reg          s_axil_bvalid,
    input  wire         s_axil_bready,
    input  wire [ 11:0] s_axil_araddr,
    input  wire         s_axil_arvalid,
    output wire         s_axil_arready,
    output reg  [ 31:0] s_axil_rdata,
    output reg  [  1:0] s_axil_rresp,
    output reg          s_axil_rvalid,
    input  wire         s_axil_rready,
    input  wire [`ORB_CONSTANTS_BITS-1:0] constants,
    // commands and settings
    output wire         starting,    // until `start`, and with it
    output reg          start,
    output reg          abort_run,
    output wire [ 23:0] block,       // with start
    output wire [ 31:0] repeats,     // likewise, but 1
    output wire         once,        // ... if once
    output reg  [  7:0] torus,
    // state and counts
    input  wire [ 31:0] status,
    output wire         keep,        // see orb_counters
    input  wire [  4:0] place,
    input  wire [ 15:0] piece,
    input  wire         piece_valid,
    input  wire [ 31:0] saturations,
    output wire [DB-1:0] magnitude_index,
    input  wire         magnitude_reads,  // magnitude is that of magnitude_index in the next cycle
    input  wire [  7:0] magnitude,
    // program memory
    input  wire [DB-1:0] fetch_index,
    output reg           fetched,     // lo and hi are what stands at fetch_index of the cycle before
    output wire [  31:0] lo,
    output wire [  31:0] hi
);

    `include "orbital_regs.vh"
    `ORB_CONSTANTS_FIELDS(wire)
    assign {`ORB_CONSTANTS} = constants;

    localparam [1:0] OKAY = 2'b00, SLVERR = 2'b10;
    localparam AB = ORB_REG_ADDR_WIDTH;
    localparam [31:0] VERSION = {8'd0, ORB_VERSION_MAJOR_RESET, ORB_VERSION_MINOR_RESET, ORB_VERSION_PATCH_RESET};

    // ---- writes: address and data together, looked at for a cycle and then taken ------------------------------------
    reg write;
    reg w_known, w_lo, w_hi, w_setting;  // with write
    wire [AB-1:0] waddr = s_axil_awaddr[AB-1:0];
    reg w_program, w_kept, w_legal; // temporaries, which a simulator computes only for a write; w_kept: in the memory
    wire seen = s_axil_awvalid & s_axil_wvalid & !s_axil_bvalid & !write;
    reg starts;                     // BLOCK and REPEAT are read
    reg block_written, repeat_written;  // since the reset

    assign starting       = start | (starts & !abort_run);
    assign s_axil_awready = write;
    assign s_axil_wready  = write;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk) begin
        starts    <= 1'b0;
        abort_run <= 1'b0;
        start     <= starts & !abort_run;
        write     <= seen;
        {w_lo, w_hi} <= 2'b00;
        if (seen) begin
            w_program = (waddr >= ORB_REG_PROGRAM_LO) & (waddr < ORB_REG_PROGRAM_LO + 8 * DEPTH[AB-1:0]);
            w_kept    = w_program | (waddr == ORB_REG_BLOCK) | (waddr == ORB_REG_REPEAT);
            w_legal   = (s_axil_awaddr < (12'd1 << AB)) & (s_axil_awaddr[1:0] == 2'd0) & (&s_axil_wstrb) &
                        (w_kept | (waddr == ORB_REG_CONTROL) | (waddr == ORB_REG_TORUS));
            w_known   <= w_legal;
            w_lo      <= w_legal & w_kept & !waddr[2];
            w_hi      <= w_legal & w_kept & waddr[2];
            w_setting <= !w_program;
        end
        if (s_axil_bready) s_axil_bvalid <= 1'b0;
        if (write) begin
            s_axil_bvalid <= 1'b1;
            s_axil_bresp  <= w_known ? OKAY : SLVERR;
            if (w_known) begin
                if (waddr == ORB_REG_CONTROL) begin
                    starts    <= s_axil_wdata[ORB_CONTROL_START_LSB] & !status[ORB_STATUS_BUSY_LSB];
                    abort_run <= s_axil_wdata[ORB_CONTROL_ABORT_LSB];
                end
                if (waddr == ORB_REG_BLOCK) block_written <= 1'b1;
                if (waddr == ORB_REG_REPEAT) repeat_written <= 1'b1;
                if (waddr == ORB_REG_TORUS) torus <= s_axil_wdata[7:0];
            end
        end
        if (rst) begin
            s_axil_bvalid <= 1'b0;
            {write, w_lo, w_hi} <= 3'b000;
            {starts, start, abort_run} <= 3'b000;
            {block_written, repeat_written} <= 2'b00;
            torus         <= P[7:0];
        end
    end
    /* verilator lint_on BLKSEQ */

    // ---- program memory: the host first, as it comes rarely; the sequencer reads the same word until it has it ----
    reg [1:0] reading;  // 1: memory reads, 2: answer
    reg [AB-1:0] raddr;
    reg a_setting;  // BLOCK or REPEAT, one behind the other
    reg a_kept;     // likewise, or of the program
    reg a_counter;  // a word of a counter
    wire host_reads = (reading == 2'd1) & a_kept;
    // BLOCK and REPEAT have the number of their address, as descriptors have
    wire [DB:0] index = (w_lo | w_hi) ? {w_setting, waddr[3+:DB]} : starts ? {1'b1, ORB_REG_BLOCK[3+:DB]} :
                        host_reads ? {a_setting, raddr[3+:DB]} : {1'b0, fetch_index};

    always @(posedge clk) fetched <= !w_lo & !w_hi & !starts & !host_reads;

    localparam [23:0] BLOCK_RESET = {ORB_BLOCK_B3_RESET, ORB_BLOCK_B2_RESET, ORB_BLOCK_B1_RESET};
    assign block   = block_written ? lo[23:0] : BLOCK_RESET;
    assign repeats = hi;
    assign once    = !repeat_written;

    orb_ram_sp #(
        .WIDTH(32), .DEPTH(2 * DEPTH)
    ) program_lo (
        .clk(clk), .we(w_lo), .addr(index), .wdata(s_axil_wdata), .rdata(lo)
    );

    orb_ram_sp #(
        .WIDTH(32), .DEPTH(2 * DEPTH)
    ) program_hi (
        .clk(clk), .we(w_hi), .addr(index), .wdata(s_axil_wdata), .rdata(hi)
    );

    // ---- reads: address, memories, answer -------------------------------------------------------------------------
    reg r_known;
    wire read = s_axil_arvalid & s_axil_arready;

    assign s_axil_arready  = (reading == 2'd0) & !s_axil_rvalid;
    assign magnitude_index = raddr[2+:DB];

    wire a_program = (raddr >= ORB_REG_PROGRAM_LO) & (raddr < ORB_REG_PROGRAM_LO + 8 * DEPTH[AB-1:0]);
    wire a_magnitude = (raddr >= ORB_REG_MAGNITUDE) & (raddr < ORB_REG_MAGNITUDE + 4 * DEPTH[AB-1:0]);
    wire [3:0] counter = raddr[5:2] - ORB_REG_CYCLES_LO[5:2];  // word of the counters: two pieces
    // the high word of a counter is the one that was kept when a low word was read last
    localparam [4:0] KEPT_PLACE = {3'd6, 2'd2};
    wire [4:0] counter_place = counter[0] ? KEPT_PLACE : {counter, 1'b0};
    wire found = a_counter ? piece_valid & (place == counter_place) : a_kept ? !w_lo & !w_hi & !starts :
                 magnitude_reads;
    assign keep = (reading == 2'd1) & a_counter & !counter[0] & found;
    // a table of constants, and beside them what changes, each source masked
    reg [31:0] constant;
    reg answered;
    always @(*) begin
        answered = 1'b1;
        constant = 32'd0;
        case (raddr)
            ORB_REG_ID:         constant = ORB_ID_VALUE_RESET;
            ORB_REG_VERSION:    constant = VERSION;
            ORB_REG_ARRAY:      constant = array;
            ORB_REG_FORMAT:     constant = format;
            ORB_REG_CAPS:       constant = caps;
            ORB_REG_CLOCK:      constant = clock;
            ORB_REG_LATENCY:    constant = latency;
            ORB_REG_LINKS:      constant = links;
            ORB_REG_INTERLEAVE: constant = interleave;
            ORB_REG_CONTROL, ORB_REG_STATUS, ORB_REG_BLOCK, ORB_REG_REPEAT, ORB_REG_SATURATIONS, ORB_REG_TORUS: ;
            default: answered = a_program | a_magnitude | a_counter;
        endcase
    end

    wire a_block = (raddr == ORB_REG_BLOCK), a_repeat = (raddr == ORB_REG_REPEAT);
    wire a_lo = (a_program & !raddr[2]) | (a_block & block_written);
    wire a_hi = (a_program & raddr[2]) | (a_repeat & repeat_written);
    wire [31:0] low = {a_block ? 8'd0 : lo[31:24], lo[23:0]};
    wire [31:0] state = (raddr == ORB_REG_STATUS) ? status : (raddr == ORB_REG_TORUS) ? {24'd0, torus} :
                        a_magnitude ? {24'd0, magnitude} : (a_block & !block_written) ? {8'd0, BLOCK_RESET} :
                        (a_repeat & !repeat_written) ? ORB_REPEAT_COUNT_RESET : 32'd0;
    wire [31:0] count = ({piece, piece} & {32{a_counter}}) | (saturations & {32{raddr == ORB_REG_SATURATIONS}});
    reg [31:0] rdata;  // a temporary, which a simulator computes only for an answer

    /* verilator lint_off BLKSEQ */
    always @(posedge clk) begin
        if (read) begin
            raddr     <= s_axil_araddr[AB-1:0];
            a_setting <= (s_axil_araddr[AB-1:3] == ORB_REG_BLOCK[AB-1:3]);
            a_kept    <= (s_axil_araddr[AB-1:3] == ORB_REG_BLOCK[AB-1:3]) |
                         (s_axil_araddr[AB-1:0] >= ORB_REG_PROGRAM_LO);
            a_counter <= (s_axil_araddr[AB-1:0] >= ORB_REG_CYCLES_LO) &
                         (s_axil_araddr[AB-1:0] <= ORB_REG_UNLOAD_HI);
            r_known   <= (s_axil_araddr < (12'd1 << AB)) & (s_axil_araddr[1:0] == 2'd0);
            reading   <= 2'd1;
        end
        // of a counter's word the lower half comes a cycle before the upper one
        if (reading != 2'd0) begin
            rdata = constant | state | count | (low & {32{a_lo}}) | (hi & {32{a_hi}});
            if ((reading == 2'd1) | !a_counter) s_axil_rdata[15:0] <= rdata[15:0];
            if (reading == 2'd2) s_axil_rdata[31:16] <= rdata[31:16];
        end
        if ((reading == 2'd1) & found) reading <= 2'd2;
        if (reading == 2'd2) begin
            s_axil_rresp  <= (r_known & answered) ? OKAY : SLVERR;
            s_axil_rvalid <= 1'b1;
            reading       <= 2'd0;
        end
        if (s_axil_rvalid & s_axil_rready) s_axil_rvalid <= 1'b0;
        if (rst) begin
            reading       <= 2'd0;
            s_axil_rvalid <= 1'b0;
        end
    end
    /* verilator lint_on BLKSEQ */

endmodule
`resetall
