// orb_udp_out gives each body that has ended as one datagram, with all its bytes, its length and its destination, in
// the order in which bodies begin, and lets the two sources take turns.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_udp_out_props #(
    parameter BITS = 4,
    parameter MOST = 9  // bytes of a body here; it has to fit into the ring
) (
    input wire        clk,
    input wire [47:0] a_mac,
    input wire [31:0] a_ip,
    input wire [15:0] a_port,
    input wire [ 7:0] a_tdata,
    input wire        a_tvalid,
    input wire        a_tlast,
    input wire [47:0] b_mac,
    input wire [31:0] b_ip,
    input wire [15:0] b_port,
    input wire [ 7:0] b_tdata,
    input wire        b_tvalid,
    input wire        b_tlast,
    input wire        m_tready
);

    wire busy, a_tready, b_tready, m_tvalid, m_tlast;
    wire [47:0] m_mac;
    wire [31:0] m_ip, m_tdata;
    wire [15:0] m_port, m_length;

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    wire rst = !started;

    orb_udp_out #(
        .BITS(BITS)
    ) dut (
        .clk(clk), .rst(rst), .busy(busy), .a_mac(a_mac), .a_ip(a_ip), .a_port(a_port), .a_tdata(a_tdata),
        .a_tvalid(a_tvalid), .a_tready(a_tready), .a_tlast(a_tlast), .b_mac(b_mac), .b_ip(b_ip), .b_port(b_port),
        .b_tdata(b_tdata), .b_tvalid(b_tvalid), .b_tready(b_tready), .b_tlast(b_tlast), .m_mac(m_mac), .m_ip(m_ip),
        .m_port(m_port), .m_length(m_length), .m_tdata(m_tdata), .m_tvalid(m_tvalid), .m_tready(m_tready),
        .m_tlast(m_tlast)
    );

    // ---- the sources: what they offer stays, and so does the destination until the first byte is taken --------------
    stream_rules #(
        .WIDTH (9),
        .ASSUME(1)
    ) a (
        .clk(clk), .rst(rst), .started(started), .data({a_tlast, a_tdata}), .valid(a_tvalid), .ready(a_tready),
        .withdrawn(1'b0)
    );
    stream_rules #(
        .WIDTH (9),
        .ASSUME(1)
    ) b (
        .clk(clk), .rst(rst), .started(started), .data({b_tlast, b_tdata}), .valid(b_tvalid), .ready(b_tready),
        .withdrawn(1'b0)
    );
    always @(*) if (rst) assume (!a_tvalid & !b_tvalid);
    always @(posedge clk) begin
        if (started && $past(a_tvalid & !a_tready)) assume ($stable({a_mac, a_ip, a_port}));
        if (started && $past(b_tvalid & !b_tready)) assume ($stable({b_mac, b_ip, b_port}));
    end

    // ---- bodies that come; one of an arbitrary number, and one of its bytes -----------------------------------------
    (* anyconst *) wire [1:0] which;
    (* anyconst *) wire [3:0] place;
    reg [2:0] ended;          // bodies
    reg [3:0] bytes;          // of this one
    reg last_b;               // it, or the last one, is one of b
    reg [95:0] to;            // the destination of the one with the number
    reg [3:0] length;         // its bytes, if it has ended
    reg [7:0] value;
    wire a_take = a_tvalid & a_tready, b_take = b_tvalid & b_tready, take = a_take | b_take;
    wire ends = a_take ? a_tlast : b_tlast;
    wire [7:0] in_tdata = a_take ? a_tdata : b_tdata;

    always @(*) if (take & (bytes == MOST - 1)) assume (ends);
    always @(posedge clk)
        if (rst) {ended, bytes, last_b} <= 0;
        else if (take) begin
            bytes  <= ends ? 0 : bytes + 1;
            ended  <= ended + ends;
            last_b <= b_take;
            if (ended == which) begin
                if (bytes == 0) to <= a_take ? {a_mac, a_ip, a_port} : {b_mac, b_ip, b_port};
                if (bytes == place) value <= in_tdata;
                if (ends) length <= bytes + 1;
            end
        end

    // a body is taken from one source, and from the other one first if that has waited since the last one
    reg a_waits, b_waits;
    always @(posedge clk) begin
        a_waits <= !rst & a_tvalid & (a_waits | (take & ends & !a_take));
        b_waits <= !rst & b_tvalid & (b_waits | (take & ends & !b_take));
    end
    always @(*)
        if (started) begin
            assert (!(a_take & b_take));
            if (take & (bytes != 0)) assert (b_take == last_b);
            if (a_take & (bytes == 0)) assert (!(b_waits & !last_b & (ended != 0)));
            if (b_take & (bytes == 0)) assert (!(a_waits & last_b));
        end

    // ---- datagrams --------------------------------------------------------------------------------------------------
    reg [2:0] sent;           // datagrams
    reg [1:0] words;          // of this one
    wire give = m_tvalid & m_tready;
    always @(posedge clk)
        if (rst) {sent, words} <= 0;
        else if (give) begin
            words <= m_tlast ? 0 : words + 1;
            sent  <= sent + m_tlast;
        end

    wire here = m_tvalid & (sent == which);
    wire [3:0] last_place = length - 1;
    always @(*)
        if (started) begin
            if (m_tvalid) assert (sent < ended);
            if ((bytes != 0) | (sent != ended)) assert (busy);
            if (here) begin
                assert (({m_mac, m_ip, m_port} == to) & (m_length == length));
                assert (m_tlast == (words == last_place[3:2]));
                if ((words == place[3:2]) & (place < length)) begin
                    if (place[1:0] == 0) assert (m_tdata[7:0] == value);
                    if (place[1:0] == 1) assert (m_tdata[15:8] == value);
                    if (place[1:0] == 2) assert (m_tdata[23:16] == value);
                    if (place[1:0] == 3) assert (m_tdata[31:24] == value);
                end
            end
        end
    stream_rules #(
        .WIDTH(145)
    ) sink (
        .clk(clk), .rst(rst), .started(started), .data({m_mac, m_ip, m_port, m_length, m_tdata, m_tlast}),
        .valid(m_tvalid), .ready(m_tready), .withdrawn(1'b0)
    );

    always @(*)
        if (started) begin
            cover (give & m_tlast & (sent == 1) & last_b);
            cover ((ended == 2) & (sent == 1));
        end

endmodule
