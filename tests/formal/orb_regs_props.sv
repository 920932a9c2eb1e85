// orb_regs keeps to AXI4-Lite, and each register reads and writes what the map says.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "orb_control.vh"

module orb_regs_props #(
    parameter P     = 6,
    parameter DEPTH = 2,
    parameter IB    = $clog2(DEPTH)
) (
    input wire          clk,
    input wire          rst,
    input wire [  11:0] awaddr,
    input wire          awvalid,
    input wire [  31:0] wdata,
    input wire [   3:0] wstrb,
    input wire          wvalid,
    input wire          bready,
    input wire [  11:0] araddr,
    input wire          arvalid,
    input wire          rready,
    input wire [  31:0] status,
    input wire [   4:0] place,
    input wire [  15:0] piece,
    input wire          piece_valid,
    input wire [  31:0] saturations,
    input wire          magnitude_reads,
    input wire [   7:0] magnitude,
    input wire [IB-1:0] fetch_index
);

    localparam [11:0] CONTROL = 12'h020, STATUS = 12'h024, BLOCK = 12'h028, REPEAT = 12'h02C, COUNTERS = 12'h030;
    localparam [11:0] LAST_COUNTER = 12'h05C;
    localparam [11:0] SATURATIONS = 12'h060, TORUS = 12'h064, INTERLEAVE = 12'h068;
    localparam [11:0] MAGNITUDE = 12'h080, PROGRAM = 12'h100;

    (* anyconst *) wire [31:0] array, format, caps, clock, latency, links, interleave;
    wire awready, wready, bvalid, arready, rvalid, starting, start, once, abort_run, fetched, keep;
    wire [1:0] bresp, rresp;
    wire [31:0] rdata, repeats, lo, hi;
    wire [23:0] block;
    wire [7:0] torus;
    wire [IB-1:0] magnitude_index;

    orb_regs #(
        .P(P), .DEPTH(DEPTH)
    ) dut (
        .clk            (clk),
        .rst            (rst),
        .s_axil_awaddr  (awaddr),
        .s_axil_awvalid (awvalid),
        .s_axil_awready (awready),
        .s_axil_wdata   (wdata),
        .s_axil_wstrb   (wstrb),
        .s_axil_wvalid  (wvalid),
        .s_axil_wready  (wready),
        .s_axil_bresp   (bresp),
        .s_axil_bvalid  (bvalid),
        .s_axil_bready  (bready),
        .s_axil_araddr  (araddr),
        .s_axil_arvalid (arvalid),
        .s_axil_arready (arready),
        .s_axil_rdata   (rdata),
        .s_axil_rresp   (rresp),
        .s_axil_rvalid  (rvalid),
        .s_axil_rready  (rready),
        .constants      ({`ORB_CONSTANTS}),
        .starting       (starting),
        .start          (start),
        .abort_run      (abort_run),
        .block          (block),
        .torus          (torus),
        .repeats        (repeats),
        .once           (once),
        .status         (status),
        .keep           (keep),
        .place          (place),
        .piece          (piece),
        .piece_valid    (piece_valid),
        .saturations    (saturations),
        .magnitude_index(magnitude_index),
        .magnitude_reads(magnitude_reads),
        .magnitude      (magnitude),
        .fetch_index    (fetch_index),
        .fetched        (fetched),
        .lo             (lo),
        .hi             (hi)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    wire [1:0] addresses, words, reads;
    axil_rules #(
        .LONGEST(5)
    ) rules (
        .clk      (clk),
        .rst      (rst),
        .started  (started),
        .awaddr   (awaddr),
        .awvalid  (awvalid),
        .awready  (awready),
        .wdata    (wdata),
        .wstrb    (wstrb),
        .wvalid   (wvalid),
        .wready   (wready),
        .bresp    (bresp),
        .bvalid   (bvalid),
        .bready   (bready),
        .araddr   (araddr),
        .arvalid  (arvalid),
        .arready  (arready),
        .rdata    (rdata),
        .rresp    (rresp),
        .rvalid   (rvalid),
        .rready   (rready),
        .addresses(addresses),
        .words    (words),
        .reads    (reads)
    );

    // ---- writes -----------------------------------------------------------------------------------------------------
    wire write = awvalid & awready;
    wire kept = to_program | (awaddr == BLOCK) | (awaddr == REPEAT);  // in the memory
    wire to_program = (awaddr >= PROGRAM) & (awaddr < PROGRAM + 8 * DEPTH);
    wire known = (wstrb == 4'hF) & (awaddr % 4 == 0) &
                 ((awaddr == CONTROL) | (awaddr == BLOCK) | (awaddr == REPEAT) | (awaddr == TORUS) | to_program);
    wire effective = write & known & !rst;

    always @(*) if (started) assert ((awvalid & awready) == (wvalid & wready));

    always @(posedge clk)
        if (started) begin
            if ($past(write & !rst)) assert (bvalid & (bresp == ($past(known) ? 2'b00 : 2'b10)));
            assert (starts == $past(effective & (awaddr == CONTROL) & wdata[0] & !status[0]));  // not while busy
            assert (start == $past(starts & !abort_run & !rst));
            assert (starting == (start | (starts & !abort_run)));
            assert (abort_run == $past(effective & (awaddr == CONTROL) & wdata[1]));
            if ($past(rst)) assert (torus == P);
            else assert (torus == ($past(effective & (awaddr == TORUS)) ? $past(wdata[7:0]) : $past(torus)));
            if (start) assert ((block == block_set) & (once ? repeats_set == 1 : repeats == repeats_set));
        end

    // what was written last, or the reset
    (* hierconn *) wire \dut.starts ;
    wire starts = \dut.starts ;
    reg [23:0] block_set;
    reg [31:0] repeats_set;
    always @(posedge clk) begin
        if (rst) {block_set, repeats_set} <= {24'h020202, 32'd1};
        else begin
            if (effective & (awaddr == BLOCK)) block_set <= wdata[23:0];
            if (effective & (awaddr == REPEAT)) repeats_set <= wdata;
        end
    end

    // ---- an arbitrary word of the program ---------------------------------------------------------------------------
    (* anyconst *) wire [IB-1:0] number;
    (* anyconst *) wire half;
    reg written = 1'b0;
    reg [31:0] word;
    wire [11:0] word_addr = PROGRAM + 8 * number + 4 * half;
    wire word_write = write & known & (awaddr == word_addr);
    always @(posedge clk)
        if (word_write) begin
            written <= 1'b1;
            word    <= wdata;
        end

    // the sequencer gets it a cycle later, unless the host takes the port: to write, or to read in the first cycle
    always @(posedge clk)
        if (started) begin
            if ($past((fetch_index == number) & written) && fetched) assert ((half ? hi : lo) == $past(word));
            if (!$past(\dut.reading == 1) && !$past(write & known & kept) && !$past(starts))
                assert (fetched | !$past(started));
        end

    // ---- reads: the address is kept, the program word and then the answer follow ------------------------------------
    // magnitudes can be read every other cycle, and a counter's pieces come at last
    wire [4:0] counter_place = addr[2] ? {3'd6, 2'd2} : {addr[5:2] - 4'd12, 1'b0};  // of a high word: what was kept
    wire piece_here = piece_valid & (place == counter_place);
    wire for_counter = (\dut.raddr >= COUNTERS[8:0]) & (\dut.raddr < SATURATIONS[8:0] - 3);  // known or not
    reg [1:0] waited;
    always @(posedge clk) begin
        if (started && !$past(magnitude_reads)) assume (magnitude_reads);
        waited <= ((\dut.reading == 1) & for_counter) ? waited + 1 : 0;
    end
    always @(*) assume ((waited == 0) | piece_here);

    reg [11:0] addr;
    always @(posedge clk) if (arvalid & arready) addr <= araddr;
    wire word_at = (addr % 4 == 0);
    wire from_program = word_at & (addr >= PROGRAM) & (addr < PROGRAM + 8 * DEPTH);
    wire from_magnitude = word_at & (addr >= MAGNITUDE) & (addr < MAGNITUDE + 4 * DEPTH);
    wire from_counter = word_at & (addr >= COUNTERS) & (addr < SATURATIONS);
    wire readable = from_program | from_magnitude | (word_at & (addr <= INTERLEAVE));
    reg rvalid_q, rst_q;
    always @(posedge clk) {rvalid_q, rst_q} <= {rvalid, rst};
    wire answers = started & rvalid & !rvalid_q & !rst_q;

    always @(posedge clk)
        if (answers) begin
            assert (rresp == (readable ? 2'b00 : 2'b10));
            case (addr)
                12'h000: assert (rdata == 32'h4F524249);
                12'h008: assert (rdata == array);
                12'h00C: assert (rdata == format);
                12'h010: assert (rdata == caps);
                12'h014: assert (rdata == clock);
                12'h018: assert (rdata == latency);
                12'h01C: assert (rdata == links);
                STATUS: assert (rdata == $past(status));
                BLOCK: if ($past(block_set) == $past(block_set, 2)) assert (rdata == {8'd0, $past(block_set)});
                REPEAT: if ($past(repeats_set) == $past(repeats_set, 2)) assert (rdata == $past(repeats_set));
                SATURATIONS: assert (rdata == $past(saturations));
                TORUS: assert (rdata == {24'd0, $past(torus)});
                INTERLEAVE: assert (rdata == interleave);
            endcase
            if (from_magnitude) begin
                assert (rdata == $past(magnitude));
                assert ($past(magnitude_reads, 2) && ($past(magnitude_index, 2) == addr[2+:IB]));
            end
            if (from_counter) begin
                assert ($past(piece_valid, 2) && ($past(place, 2) == counter_place));
                assert ($past(keep, 2) == !addr[2]);
                assert (rdata == {$past(piece), $past(piece, 2)});
            end
            if ((addr == word_addr) && $past(written & !word_write, 2)) assert (rdata == $past(word, 2));
        end

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [1:0] \dut.reading ;
    (* hierconn *) wire [8:0] \dut.raddr ;
    (* hierconn *) wire \dut.r_known ;
    (* hierconn *) wire [31:0] \dut.program_lo.memory.mem[0] , \dut.program_lo.memory.mem[1] ;
    (* hierconn *) wire [31:0] \dut.program_hi.memory.mem[0] , \dut.program_hi.memory.mem[1] ;
    (* hierconn *) wire [31:0] \dut.program_lo.memory.mem[3] , \dut.program_hi.memory.mem[3] ;
    (* hierconn *) wire \dut.block_written , \dut.repeat_written ;
    (* hierconn *) wire \dut.write , \dut.w_known , \dut.w_lo , \dut.w_hi , \dut.w_setting ;
    (* hierconn *) wire \dut.a_setting , \dut.a_kept , \dut.a_counter ;
    wire [31:0] kept_lo = number ? \dut.program_lo.memory.mem[1] : \dut.program_lo.memory.mem[0] ;
    wire [31:0] kept_hi = number ? \dut.program_hi.memory.mem[1] : \dut.program_hi.memory.mem[0] ;

    always @(*)
        if (started) begin
            assert (addresses == bvalid);
            assert (words == bvalid);
            assert (!starts | bvalid);
            assert (reads == (rvalid | (\dut.reading != 0)));
            assert (!rvalid | (\dut.reading == 0));
            assert (\dut.reading < 3);
            if (\dut.reading != 0) begin
                assert (\dut.raddr == addr[8:0]);
                assert (\dut.r_known == ((addr < 512) & word_at));
            end
            // what is written was looked at a cycle before
            assert (!\dut.write | (awvalid & wvalid & !bvalid & (\dut.w_known == known)));
            assert (\dut.w_lo == (\dut.write & known & kept & !awaddr[2]));
            assert (\dut.w_hi == (\dut.write & known & kept & awaddr[2]));
            if (\dut.write & known) assert (\dut.w_setting == !to_program);
            if (\dut.reading != 0) begin
                assert (\dut.a_setting == (\dut.raddr [8:3] == BLOCK[8:3]));
                assert (\dut.a_kept == (\dut.a_setting | (\dut.raddr >= PROGRAM[8:0])));
                assert (\dut.a_counter == ((\dut.raddr >= COUNTERS[8:0]) & (\dut.raddr <= LAST_COUNTER[8:0])));
            end
            if (written) assert ((half ? kept_hi : kept_lo) == word);
            // BLOCK and REPEAT are behind the program, at 28h / 8 mod DEPTH
            if (\dut.block_written ) assert (\dut.program_lo.memory.mem[3] [23:0] == block_set);
            else assert (block_set == 24'h020202);
            if (\dut.repeat_written ) assert (\dut.program_hi.memory.mem[3] == repeats_set);
            else assert (repeats_set == 1);
        end

    always @(*)
        if (started) begin
            cover (rvalid & (addr == word_addr) & written & (rdata == 32'h12345678));
            cover (start & !abort_run);
            cover (rvalid & (addr == COUNTERS + 4 * 11));
        end

endmodule
