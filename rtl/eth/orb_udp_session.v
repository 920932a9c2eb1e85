`resetall
// Decides which datagrams reach the link, and answers the others: one host at a time is served. See docs/ethernet.md.
// SPDX-License-Identifier: Apache-2.0
//
// orb_udp_in presents each datagram with `ask`; three cycles later, `accept` says whether it is for the link. Answers
// of the session itself are bodies, byte by byte. While one is being sent, further datagrams that need one are dropped.
`resetall
`default_nettype none

module orb_udp_session #(
    parameter LEASE = 16,         // log2 of the ticks without a datagram after which another host may take the place
    parameter [15:0] PORT = 18514 // UDP port of the devices
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        tick,
    input  wire [47:0] own_mac,
    // a datagram
    input  wire        ask,
    input  wire [47:0] mac,
    input  wire [31:0] ip,
    input  wire [15:0] port,
    input  wire [ 7:0] sequence_number,
    input  wire [ 7:0] operation,
    input  wire [31:0] number,
    output reg         accept,
    // the host that is served
    output reg  [47:0] host_mac,
    output reg  [31:0] host_ip,
    output reg  [15:0] host_port,
    // an answer of the session, and to whom
    output reg  [47:0] m_mac,
    output reg  [31:0] m_ip,
    output reg  [15:0] m_port,
    output wire [ 7:0] m_tdata,
    output wire        m_tvalid,
    input  wire        m_tready,
    output wire        m_tlast
);

    localparam [7:0] FIND = 8'd4, OPEN = 8'd5, CLOSE = 8'd6;
    localparam [3:0] DONE = 4'd0, BUSY = 4'd4;
    localparam [4:0] BODY = 5'd22, LAST = 5'd25;  // bytes before the CRC-32, number of its last byte

    // ---- who is served ----------------------------------------------------------------------------------------------
    reg served;                // a host is served
    reg [31:0] newest;         // number of the last datagram on which the device acted
    reg [31:0] ahead;
    reg same;                  // the datagram is of the last host that was served
    reg is_new;                // its number is ahead of `newest`
    reg request;               // it is no answer
    reg compare, judge;        // it is compared with those; its fate is decided in this cycle
    reg [LEASE:0] silence;     // ticks since the last datagram of the host
    wire expired = silence[LEASE];
    wire own = same & served;
    wire find = (operation == FIND), open = (operation == OPEN), close = (operation == CLOSE);
    wire own_new = own & is_new;
    // A copy of an open that comes after the close would let in the copies of other datagrams behind it. So the number
    // of a host still counts when that is not served any more, until the lease has expired.
    wire opens = open & request & (expired | (same ? is_new : !served));
    wire closes = close & own_new;
    wire passes = own_new & !find & !open & !close;
    // One that is late or doubled gets no answer, nor does an answer: two devices would answer each other for ever.
    wire answers = request & (find | opens | closes | !own);

    always @(posedge clk) begin
        compare <= ask;
        judge   <= compare;
        ahead   <= number - newest;
        is_new  <= !ahead[31] & (ahead != 32'd0);
        same    <= (ip == host_ip) & (port == host_port);
        request <= (operation[7:4] == 4'd0) & (port != PORT);
        accept  <= judge & passes;
        if (tick & !expired) silence <= silence + 1'b1;
        if (judge & (opens | closes | passes)) begin
            newest  <= number;
            silence <= {LEASE + 1{1'b0}};
        end
        if (judge & opens) begin
            served    <= 1'b1;
            host_mac  <= mac;
            host_ip   <= ip;
            host_port <= port;
        end
        if (judge & closes) served <= 1'b0;
        if (rst) begin
            served  <= 1'b0;
            accept  <= 1'b0;
            compare <= 1'b0;
            judge   <= 1'b0;
            silence <= {1'b1, {LEASE{1'b0}}};  // there was no host
        end
    end

    // ---- answers ----------------------------------------------------------------------------------------------------
    reg sending;
    reg [4:0] step;            // number of the byte
    reg fresh;                 // data is the byte with this number
    reg [7:0] data;
    reg [3:0] status;
    reg [7:0] seq, op;
    reg [31:0] asked;          // number of the datagram
    wire give = m_tvalid & m_tready;
    wire in_crc = (step >= BODY);
    wire [31:0] crc;
    wire ready, good;
    wire unused = &{1'b0, crc, ready, good};

    // bytes of the body, the first one in the lowest bits
    wire [8*32-1:0] body = {
        80'd0, 7'd0, served & expired, 7'd0, served, own_mac[7:0], own_mac[15:8], own_mac[23:16], own_mac[31:24],
        own_mac[39:32], own_mac[47:40], "E", "B", "R", "O", asked, 32'd0, op | {status, 4'd0}, seq
    };

    assign m_tvalid = sending & fresh;
    assign m_tlast  = (step == LAST);
    assign m_tdata  = data;

    orb_crc32 crc32 (
        .clk  (clk),
        .clear(!sending),
        .en   (give),
        .own  (in_crc),
        .data (m_tdata),
        .ready(ready),
        .crc  (crc),
        .good (good)
    );

    always @(posedge clk) begin
        fresh <= sending & !give;
        data  <= in_crc ? ~crc[7:0] : body[8*step+:8];
        if (give) step <= step + 5'd1;
        if (give & m_tlast) sending <= 1'b0;
        if (judge & answers & !sending) begin
            sending <= 1'b1;
            step    <= 5'd0;
            status  <= (find | opens | closes) ? DONE : BUSY;
            seq     <= sequence_number;
            op      <= {4'd0, operation[3:0]};
            asked   <= number;
            m_mac   <= mac;
            m_ip    <= ip;
            m_port  <= port;
        end
        if (rst) sending <= 1'b0;
    end

endmodule
`resetall
