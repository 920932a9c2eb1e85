// The device's side of the byte link: it takes requests as bytes, accesses the core for them, and sends answers.
// SPDX-License-Identifier: Apache-2.0
//
// docs/link.md describes the protocol and how long a request takes. Bytes and beats pass when tvalid and tready are 1.
// A port of bytes carries frames in COBS; one of datagrams (PORT = 4) carries bodies and marks the end of each. The
// link is the AXI4-Lite master of the core's registers, with one access in each direction at a time. It withdraws an
// offered beat if the core does not take it in time, which the core allows.
`resetall
`default_nettype none

module orb_link #(
    parameter IN_BYTES  = 3,   // bytes of a beat to the core, 1..16
    parameter OUT_BYTES = 3,   // bytes of a beat from the core, 1..16
    parameter RING      = 9,   // log2 of the bytes of the receive ring, 9..14
    parameter REPLAY    = 8,   // log2 of the beats of the replay buffer, 4..14
    parameter STALL     = 14,  // log2 of the cycles for which the link waits for a beat, 8..23
    parameter MEM_LAT   = 2,   // cycles from address to data of the replay buffer, 1 or 2
    parameter PORT      = 0,   // kind of port: 0 UART, 1 asynchronous FIFO, 2 synchronous FIFO, 3 SPI, 4 Ethernet
    parameter CLOCK_HZ  = 0,   // clock frequency in hertz, 0: unknown
    parameter [31:0] IP = 32'd0  // first IP address
) (
    input  wire                   clk,
    input  wire                   rst,
    output wire                   error,           // a frame was dropped, for one cycle
    output reg                    tick,            // one cycle in 2^(STALL-2)
    output wire [           15:0] rate,            // rate of the UART, baud * 2^16 / clock
    input  wire                   brk,             // a break: discard a partial frame and return to the first rate
    output wire [           31:0] ip,              // IP address
    // bytes of frames, or bytes and ends of bodies
    input  wire [            7:0] s_byte_tdata,
    input  wire                   s_byte_tvalid,
    output wire                   s_byte_tready,
    input  wire                   s_byte_tend,     // the end of a body, without a byte
    input  wire                   s_byte_tgood,    // with it: the body is valid
    output wire [            7:0] m_byte_tdata,
    output wire                   m_byte_tvalid,
    input  wire                   m_byte_tready,
    output wire                   m_byte_tlast,    // the last byte of a body
    // registers of the core, AXI4-Lite
    output wire [           11:0] m_axil_awaddr,
    output wire                   m_axil_awvalid,
    input  wire                   m_axil_awready,
    output wire [           31:0] m_axil_wdata,
    output wire                   m_axil_wvalid,
    input  wire                   m_axil_wready,
    input  wire [            1:0] m_axil_bresp,
    input  wire                   m_axil_bvalid,
    output wire                   m_axil_bready,
    output wire [           11:0] m_axil_araddr,
    output wire                   m_axil_arvalid,
    input  wire                   m_axil_arready,
    input  wire [           31:0] m_axil_rdata,
    input  wire [            1:0] m_axil_rresp,
    input  wire                   m_axil_rvalid,
    output wire                   m_axil_rready,
    // beats to the core, and from it
    output wire [ 8*IN_BYTES-1:0] m_axis_tdata,
    output wire                   m_axis_tvalid,
    input  wire                   m_axis_tready,
    input  wire [8*OUT_BYTES-1:0] s_axis_tdata,
    input  wire                   s_axis_tvalid,
    output wire                   s_axis_tready
);

    localparam QUEUE = 9;  // log2 of the bytes of the queue of records, which have HEAD bytes each
    // Bits that a CRC-32 processes in a cycle: a UART leaves at least 40 cycles for a byte.
    localparam CRC_BITS = PORT == 0 ? 1 : 8;
    localparam HEAD = PORT == 4 ? 10 : 6;  // bytes of a header
    localparam FAST = PORT == 2 || PORT == 4 ? 1 : 0;  // a wait for a beat costs more than another request

    // ---- bodies of requests -----------------------------------------------------------------------------------------
    wire [7:0] d_tdata, ring_tdata, r_tdata;
    wire d_tvalid, d_end, d_good, d_tready, ring_tvalid, ring_tready, r_tvalid, r_tready, dropped_bad, dropped_full;

    generate
        if (PORT == 4) begin : g_bodies
            assign {d_tdata, d_tvalid, d_end, d_good} = {s_byte_tdata, s_byte_tvalid, s_byte_tend, s_byte_tgood};
            assign s_byte_tready = d_tready;
        end else begin : g_frames
            wire unused = &{1'b0, s_byte_tend, s_byte_tgood};
            orb_cobs_decode decode (
                .clk(clk), .rst(rst | brk), .s_tdata(s_byte_tdata), .s_tvalid(s_byte_tvalid), .s_tready(s_byte_tready),
                .m_tdata(d_tdata), .m_tvalid(d_tvalid), .m_end(d_end), .m_good(d_good), .m_tready(d_tready)
            );
        end
    endgenerate

    orb_frame_ring #(
        .BITS(RING), .CRC_BITS(CRC_BITS), .HEAD(HEAD)
    ) ring (
        .clk(clk), .rst(rst), .forget(brk), .s_tdata(d_tdata), .s_tvalid(d_tvalid), .s_end(d_end), .s_good(d_good),
        .s_tready(d_tready), .dropped_bad(dropped_bad), .dropped_full(dropped_full), .m_tdata(ring_tdata),
        .m_tvalid(ring_tvalid), .m_tready(ring_tready)
    );

    // Whether a byte is taken depends on the beat before it. That and the read enable of the ring's memory do not fit
    // into a cycle.
    orb_slice #(
        .WIDTH(8)
    ) slice (
        .clk(clk), .rst(rst), .s_valid(ring_tvalid), .s_ready(ring_tready), .s_data(ring_tdata), .m_valid(r_tvalid),
        .m_ready(r_tready), .m_data(r_tdata)
    );

    assign error = dropped_bad | dropped_full;

    // ---- ticks; the link waits for a beat until the fifth one -------------------------------------------------------
    reg [STALL-3:0] since;

    always @(posedge clk) begin
        {tick, since} <= {1'b0, since} + 1'b1;
        if (rst) since <= {STALL - 2{1'b0}};
    end

    // ---- requests, the queue of their records, and the answers ------------------------------------------------------
    wire in_busy, in_idle, reading, fetch_idle, out_idle, queue_empty, encode_idle, last_valid;
    wire [15:0] position_in, position_out, awaddr, araddr;
    wire [31:0] wdata;
    wire [1:0] number;  // number of a byte in the register that is read
    wire [7:0] last, a_tdata, q_tdata, b_tdata;
    wire a_tvalid, a_tready, q_tvalid, q_tready, b_tvalid, b_tready, b_tlast;
    wire awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
    wire [1:0] bresp, rresp;

    orb_link_in #(
        .BYTES(IN_BYTES), .RING(RING), .REPLAY(REPLAY), .HEAD(HEAD)
    ) requests (
        .clk(clk), .rst(rst), .tick(tick), .hold(reading), .busy(in_busy), .idle(in_idle), .position(position_in),
        .last(last), .last_valid(last_valid), .s_tdata(r_tdata), .s_tvalid(r_tvalid), .s_tready(r_tready),
        .m_tdata(a_tdata), .m_tvalid(a_tvalid), .m_tready(a_tready), .m_axil_awaddr(awaddr), .m_axil_awvalid(awvalid),
        .m_axil_awready(awready), .m_axil_wdata(wdata), .m_axil_wvalid(wvalid), .m_axil_wready(wready),
        .m_axil_bresp(bresp), .m_axil_bvalid(bvalid), .m_axil_bready(bready), .m_axis_tdata(m_axis_tdata),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready)
    );

    orb_byte_fifo #(
        .BITS(QUEUE)
    ) queue (
        .clk(clk), .rst(rst), .empty(queue_empty), .s_tdata(a_tdata), .s_tvalid(a_tvalid), .s_tready(a_tready),
        .m_tdata(q_tdata), .m_tvalid(q_tvalid), .m_tready(q_tready)
    );

    wire [7:0] h_tdata;
    wire h_tvalid, h_tready, h_reads, h_streams, hold, unread, re;
    wire [REPLAY:0] h_count;
    wire [15:0] h_address, at;
    wire [8*OUT_BYTES-1:0] beat;

    orb_link_fetch #(
        .BYTES(OUT_BYTES), .REPLAY(REPLAY), .MEM_LAT(MEM_LAT), .HEAD(HEAD), .EAGER(FAST)
    ) prepare (
        .clk(clk), .rst(rst), .tick(tick), .hold(hold), .idle(fetch_idle), .position(position_out), .s_tdata(q_tdata),
        .s_tvalid(q_tvalid), .s_tready(q_tready), .m_tdata(h_tdata), .m_tvalid(h_tvalid), .m_tready(h_tready),
        .reads(h_reads), .streams(h_streams), .count(h_count), .address(h_address), .reading(unread), .at(at), .re(re),
        .beat(beat), .s_axis_tdata(s_axis_tdata), .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready)
    );

    orb_link_out #(
        .BYTES(OUT_BYTES), .REPLAY(REPLAY), .MEM_LAT(MEM_LAT), .CRC_BITS(CRC_BITS), .HEAD(HEAD)
    ) answers (
        .clk(clk), .rst(rst), .idle(out_idle), .hold(hold), .s_tdata(h_tdata), .s_tvalid(h_tvalid),
        .s_tready(h_tready), .s_reads(h_reads), .s_streams(h_streams), .s_count(h_count), .s_address(h_address),
        .reading(unread), .at(at), .re(re), .beat(beat), .m_tdata(b_tdata), .m_tvalid(b_tvalid), .m_tready(b_tready),
        .m_tlast(b_tlast), .m_axil_araddr(araddr), .m_axil_arvalid(arvalid), .m_axil_arready(arready),
        .m_axil_rbyte(rbyte), .m_axil_number(number), .m_axil_rresp(rresp), .m_axil_rvalid(rvalid),
        .m_axil_rready(rready)
    );

    generate
        if (PORT == 4) begin : g_out_bodies
            assign {m_byte_tdata, m_byte_tvalid, m_byte_tlast} = {b_tdata, b_tvalid, b_tlast};
            assign b_tready    = m_byte_tready;
            assign encode_idle = 1'b1;
        end else begin : g_out_frames
            assign m_byte_tlast = 1'b0;
            orb_cobs_encode encode (
                .clk(clk), .rst(rst), .s_tdata(b_tdata), .s_tvalid(b_tvalid), .s_tready(b_tready), .s_tlast(b_tlast),
                .idle(encode_idle), .m_tdata(m_byte_tdata), .m_tvalid(m_byte_tvalid), .m_tready(m_byte_tready)
            );
        end
    endgenerate

    // ---- addresses from 0xF00 on are registers of the link, those below are registers of the core -------------------
    wire w_own = (|awaddr[15:12]) | (&awaddr[11:8]);
    wire r_own = (|araddr[15:12]) | (&araddr[11:8]);
    wire own_awready, own_wready, own_bvalid, own_arready, own_rvalid;
    wire [1:0] own_bresp, own_rresp;
    wire [7:0] own_rbyte;
    wire [7:0] rbyte = own_rvalid ? own_rbyte : m_axil_rdata[8*number+:8];

    assign m_axil_awaddr  = awaddr[11:0];
    assign m_axil_awvalid = awvalid & !w_own;
    assign m_axil_wdata   = wdata;
    assign m_axil_wvalid  = wvalid & !w_own;
    assign m_axil_bready  = bready;
    assign m_axil_araddr  = araddr[11:0];
    assign m_axil_arvalid = arvalid & !r_own;
    assign m_axil_rready  = rready;

    assign awready = w_own ? own_awready : m_axil_awready;
    assign wready  = w_own ? own_wready : m_axil_wready;
    assign arready = r_own ? own_arready : m_axil_arready;
    // Only the one that was asked answers, so its valid selects: the address is farther away.
    assign bvalid  = own_bvalid | m_axil_bvalid;
    assign bresp   = own_bvalid ? own_bresp : m_axil_bresp;
    assign rvalid  = own_rvalid | m_axil_rvalid;
    assign rresp   = own_rvalid ? own_rresp : m_axil_rresp;

    orb_link_regs #(
        .RING(RING), .REPLAY(REPLAY), .STALL(STALL), .PORT(PORT), .CLOCK_HZ(CLOCK_HZ), .IP(IP)
    ) regs (
        .clk(clk), .rst(rst), .brk(brk), .quiet(in_idle & queue_empty & fetch_idle & out_idle & encode_idle),
        .rate(rate), .ip(ip), .position_in(position_in), .position_out(position_out), .last(last),
        .last_valid(last_valid), .dropped_bad(dropped_bad), .dropped_full(dropped_full), .busy(in_busy),
        .reading(reading), .s_axil_awaddr(awaddr), .s_axil_awvalid(awvalid & w_own), .s_axil_awready(own_awready),
        .s_axil_wdata(wdata), .s_axil_wvalid(wvalid & w_own), .s_axil_wready(own_wready), .s_axil_bresp(own_bresp),
        .s_axil_bvalid(own_bvalid), .s_axil_bready(bready), .s_axil_araddr(araddr),
        .s_axil_arvalid(arvalid & r_own), .s_axil_arready(own_arready), .s_axil_rbyte(own_rbyte),
        .s_axil_number(number), .s_axil_rresp(own_rresp), .s_axil_rvalid(own_rvalid), .s_axil_rready(rready)
    );

endmodule
`resetall
