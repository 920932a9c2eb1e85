// orb_udp_session lets through what one host sends in order, and answers the others, as docs/ethernet.md says.
// SPDX-License-Identifier: Apache-2.0
//
// Datagrams come as orb_udp_in_props asserts: what goes with one stays until its fate is decided, then comes the next.
`default_nettype none

module orb_udp_session_props #(
    parameter LEASE = 2
) (
    input wire        clk,
    input wire        rst,
    input wire        tick,
    input wire        ask,
    input wire [47:0] mac,
    input wire [31:0] ip,
    input wire [15:0] port,
    input wire [ 7:0] sequence_number,
    input wire [ 7:0] operation,
    input wire [31:0] number,
    input wire        m_tready
);

    localparam [7:0] FIND = 4, OPEN = 5, CLOSE = 6;
    localparam [15:0] PORT = 18514;
    localparam [47:0] OWN_MAC = 48'h024F52420001;

    wire accept, m_tvalid, m_tlast;
    wire [47:0] host_mac, m_mac;
    wire [31:0] host_ip, m_ip;
    wire [15:0] host_port, m_port;
    wire [7:0] m_tdata;

    orb_udp_session #(
        .LEASE(LEASE)
    ) dut (
        .clk(clk), .rst(rst), .tick(tick), .own_mac(OWN_MAC), .ask(ask), .mac(mac), .ip(ip), .port(port),
        .sequence_number(sequence_number), .operation(operation), .number(number), .accept(accept),
        .host_mac(host_mac), .host_ip(host_ip), .host_port(host_port), .m_mac(m_mac), .m_ip(m_ip), .m_port(m_port),
        .m_tdata(m_tdata), .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tlast(m_tlast)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- a datagram: asked for in one cycle, decided two cycles later, and accepted in the one after that -----------
    reg [2:0] age;  // cycles since `ask`, 0 if there is none
    always @(posedge clk)
        if (rst) age <= 0;
        else if (ask) age <= 1;
        else age <= (age == 3) ? 0 : age + (age != 0);
    wire [143:0] datagram = {mac, ip, port, sequence_number, operation, number};
    always @(*) if (rst | (age != 0)) assume (!ask);
    always @(posedge clk) if (started && ((age != 0) && (age != 3) || $past(ask))) assume ($stable(datagram));
    wire decides = (age == 2);

    // ---- the rules --------------------------------------------------------------------------------------------------
    reg known;                 // there was a host since the reset
    reg served;
    reg [95:0] host;           // MAC address, IP address, port
    reg [31:0] newest;         // number of the last datagram on which the device acted
    reg [LEASE:0] silence;     // ticks since then
    wire left = !known | (silence == (1 << LEASE));
    wire last = known & ({ip, port} == host[47:0]);
    wire [31:0] distance = number - newest;
    wire in_order = (distance >= 1) & (distance < 32'h80000000);
    wire is_answer = (operation >= 16) | (port == PORT);
    wire opens = (operation == OPEN) & !is_answer & (left | (last ? in_order : !served));
    wire closes = (operation == CLOSE) & served & last & in_order;
    wire passes = served & last & in_order & (operation != FIND) & (operation != OPEN) & (operation != CLOSE);
    wire done = (operation == FIND) | opens | closes;
    wire answers = !is_answer & (done | !(served & last));

    always @(posedge clk) begin
        if (tick & !left) silence <= silence + 1;
        if (decides & (opens | closes | passes)) begin
            newest  <= number;
            silence <= 0;
        end
        if (decides & opens) {known, served, host} <= {2'b11, mac, ip, port};
        if (decides & closes) served <= 0;
        if (rst) {known, served} <= 0;
    end

    reg accepted;
    always @(posedge clk) accepted <= !rst & decides & passes;
    always @(*)
        if (started) begin
            assert (accept == accepted);
            if (served) assert ({host_mac, host_ip, host_port} == host);
        end

    // ---- an answer: header, number, payload, CRC-32; one that is asked for while another leaves gets none -----------
    reg sending;
    reg [4:0] sent;            // bytes
    reg [95:0] asker;
    reg [31:0] of;             // number of the datagram
    reg [7:0] seq, op, status;
    wire give = m_tvalid & m_tready;
    always @(posedge clk)
        if (rst) sending <= 0;
        else if (decides & answers & !sending) begin
            {sending, sent, asker} <= {1'b1, 5'd0, mac, ip, port};
            {seq, op, of} <= {sequence_number, operation, number};
            status <= done ? 0 : 4;
        end else if (give) begin
            sent    <= sent + 1;
            sending <= (sent != 25);
        end

    reg [7:0] due;             // the byte with this number; the state is that when it is offered
    reg was_served, was_left;
    always @(posedge clk) {was_served, was_left} <= {served, served & left};
    reg [31:0] sum;            // of the bytes before the CRC-32
    always @(*)
        case (sent)
            0: due = seq;
            1: due = {status[3:0], op[3:0]};
            2, 3, 4, 5: due = 0;
            6: due = of[7:0];
            7: due = of[15:8];
            8: due = of[23:16];
            9: due = of[31:24];
            10: due = "O";
            11: due = "R";
            12: due = "B";
            13: due = "E";
            14: due = OWN_MAC[47:40];
            15: due = OWN_MAC[39:32];
            16: due = OWN_MAC[31:24];
            17: due = OWN_MAC[23:16];
            18: due = OWN_MAC[15:8];
            19: due = OWN_MAC[7:0];
            20: due = {7'd0, was_served};
            21: due = {7'd0, was_left};
            22: due = ~sum[7:0];
            23: due = ~sum[15:8];
            24: due = ~sum[23:16];
            default: due = ~sum[31:24];
        endcase

    function [31:0] next;
        input [31:0] state;
        input [7:0] value;
        integer i;
        begin
            next = state ^ {24'd0, value};
            for (i = 0; i < 8; i = i + 1) next = {1'b0, next[31:1]} ^ (next[0] ? 32'hEDB88320 : 32'd0);
        end
    endfunction
    always @(posedge clk)
        if (rst | !sending) sum <= 32'hFFFFFFFF;
        else if (give & (sent < 22)) sum <= next(sum, m_tdata);

    always @(*)
        if (started) begin
            if (m_tvalid) assert (sending & (m_tdata == due) & (m_tlast == (sent == 25)));
            if (sending) assert ({m_mac, m_ip, m_port} == asker);
        end
    // the byte that says who is served may follow the truth until it is taken
    stream_rules answer (
        .clk(clk), .rst(rst), .started(started), .data((sent == 20 | sent == 21) ? 8'd0 : m_tdata), .valid(m_tvalid),
        .ready(m_tready), .withdrawn(1'b0)
    );
    // it never waits: a byte is offered two cycles after the one before it at the latest
    reg [1:0] idle;
    always @(posedge clk) idle <= (rst | !sending | m_tvalid) ? 0 : idle + 1;
    always @(*) if (started) assert (idle <= 1);

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire \dut.served , \dut.compare , \dut.judge , \dut.same , \dut.is_new , \dut.request ;
    (* hierconn *) wire \dut.sending , \dut.fresh ;
    (* hierconn *) wire [31:0] \dut.newest , \dut.crc , \dut.ahead ;
    (* hierconn *) wire [LEASE:0] \dut.silence ;
    (* hierconn *) wire [4:0] \dut.step ;
    (* hierconn *) wire [3:0] \dut.status ;
    (* hierconn *) wire [7:0] \dut.seq , \dut.op ;
    (* hierconn *) wire [31:0] \dut.asked ;

    always @(*)
        if (started) begin
            assert ((age <= 3) & (\dut.compare == (age == 1)) & (\dut.judge == (age == 2)));
            assert (\dut.served == served);
            assert (known | !served);
            assert (\dut.silence [LEASE] == left);
            if (known) assert ((\dut.silence == silence) & (\dut.newest == newest));
            if (known) assert ({host_mac, host_ip, host_port} == host);
            if (known) assert (silence <= (1 << LEASE));
            if (age == 1) assert (\dut.ahead == distance || !known);
            if (age == 2) begin
                if (known) assert ((\dut.same == last) & (\dut.is_new == in_order));
                assert (\dut.request == !is_answer);
            end
            assert (\dut.sending == sending);
            if (sending) begin
                assert ((\dut.step == sent) & (sent <= 25));
                assert ({\dut.seq , \dut.op , \dut.asked } == {seq, 4'd0, op[3:0], of});
                assert (\dut.status == status);
                assert ((status == 0) | (status == 4));
                assert (op < 16);
                if (sent <= 22) assert (\dut.crc == sum);
                if (sent == 23) assert (\dut.crc == sum >> 8);
                if (sent == 24) assert (\dut.crc == sum >> 16);
                if (sent == 25) assert (\dut.crc == sum >> 24);
                if (\dut.fresh ) assert (m_tdata == due);
                if (sent == 0 && !\dut.fresh ) assert (sum == 32'hFFFFFFFF);
            end
        end

    always @(*)
        if (started) begin
            cover (accept);
            cover (decides & opens & last & !served);
            cover (decides & opens & !last & served);
            cover (give & (sent == 9) & (status == 4));
        end

endmodule
