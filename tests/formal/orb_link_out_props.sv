// orb_link_out keeps to AXI4-Lite, sends bodies that stay until they are taken, and sends each beat once and in order.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_link_out_props #(
    parameter BYTES    = 1,
    parameter REPLAY   = 4,
    parameter MEM_LAT  = 1,
    parameter CRC_BITS = 8,
    parameter HEAD     = 6
) (
    input wire            clk,
    input wire            rst,
    input wire [     7:0] s_tdata,
    input wire            s_tvalid,
    input wire            s_reads,
    input wire            s_streams,
    input wire [REPLAY:0] s_count,
    input wire [    15:0] s_address,
    input wire            m_tready,
    input wire            arready,
    input wire [    31:0] rdata,
    input wire [     1:0] rresp,
    input wire            rvalid
);

    wire idle, hold, s_tready, reading, re, m_tvalid, m_tlast, arvalid, rready;
    wire [15:0] at, araddr;
    wire [7:0] m_tdata;
    wire [1:0] number_of_byte;

    // The memory of the replay buffer: each byte of a beat follows from the number of the beat and its own.
    function [8*BYTES-1:0] beat_of;
        input [7:0] number;
        integer i;
        for (i = 0; i < BYTES; i = i + 1) beat_of[8*i+:8] = number ^ (i << 4);
    endfunction

    reg [8*BYTES-1:0] read_q, read_qq;
    always @(posedge clk) begin
        if (re) read_q <= beat_of(at[7:0]);
        read_qq <= read_q;
    end

    orb_link_out #(
        .BYTES   (BYTES),
        .REPLAY  (REPLAY),
        .MEM_LAT (MEM_LAT),
        .CRC_BITS(CRC_BITS),
        .HEAD    (HEAD)
    ) dut (
        .clk           (clk),
        .rst           (rst),
        .idle          (idle),
        .hold          (hold),
        .s_tdata       (s_tdata),
        .s_tvalid      (s_tvalid),
        .s_tready      (s_tready),
        .s_reads       (s_reads),
        .s_streams     (s_streams),
        .s_count       (s_count),
        .s_address     (s_address),
        .reading       (reading),
        .at            (at),
        .re            (re),
        .beat          (MEM_LAT == 2 ? read_qq : read_q),
        .m_tdata       (m_tdata),
        .m_tvalid      (m_tvalid),
        .m_tready      (m_tready),
        .m_tlast       (m_tlast),
        .m_axil_araddr (araddr),
        .m_axil_arvalid(arvalid),
        .m_axil_arready(arready),
        .m_axil_rbyte  (rdata[8*number_of_byte+:8]),
        .m_axil_number (number_of_byte),
        .m_axil_rresp  (rresp),
        .m_axil_rvalid (rvalid),
        .m_axil_rready (rready)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- headers stay until they are taken, and begin only while none is being sent ---------------------------------
    always @(posedge clk)
        if ($past(!rst & s_tvalid & !s_tready)) assume (s_tvalid & (s_tdata == $past(s_tdata)));
    always @(*) begin
        if (\dut.state == 3) assume (s_tvalid);
        assume (!(s_reads & s_streams));
        assume (s_count <= 1 << REPLAY);
    end

    // ---- reads: what is offered stays, one at a time, and the slave answers each once -------------------------------
    reg asked;
    always @(posedge clk) asked <= !rst & ((arvalid & arready) | (asked & !(rvalid & rready)));
    always @(*) if (!asked) assume (!rvalid);
    always @(posedge clk)
        if ($past(!rst & rvalid & !rready)) assume (rvalid & (rdata == $past(rdata)) & (rresp == $past(rresp)));

    stream_rules #(
        .WIDTH(16)
    ) ar (
        .clk(clk), .rst(rst), .started(started), .data(araddr), .valid(arvalid), .ready(arready), .withdrawn(1'b0)
    );
    stream_rules #(
        .WIDTH(9)
    ) body (
        .clk(clk), .rst(rst), .started(started), .data({m_tlast, m_tdata}), .valid(m_tvalid), .ready(m_tready),
        .withdrawn(1'b0)
    );

    always @(*)
        if (started) begin
            assert (!(arvalid & asked));
            if (arvalid | asked) assert (hold);
            if (re) assert (reading);
        end

    // ---- each beat is sent once, and in order -----------------------------------------------------------------------
    reg [15:0] from;     // the first beat of the answer
    reg [REPLAY:0] sent; // beats that were sent whole
    reg [REPLAY:0] count;
    wire [REPLAY:0] done = count - \dut.left ;
    wire gives = m_tvalid & m_tready & (\dut.state == 5);
    always @(posedge clk)
        if (idle) begin
            from  <= s_address;
            count <= s_count;
            sent  <= 0;
        end else sent <= sent + (gives & (\dut.unit == BYTES - 1));

    wire [7:0] next = from[7:0] + sent;
    always @(*)
        if (started & (\dut.state == 5) & m_tvalid) assert (m_tdata == (next ^ {2'd0, \dut.unit , 4'd0}));
    always @(*)
        if (started & (\dut.state == 6) & \dut.streams ) assert (sent == count );

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [2:0] \dut.state ;
    (* hierconn *) wire [MEM_LAT-1:0] \dut.coming ;
    (* hierconn *) wire [REPLAY:0] \dut.left ;
    (* hierconn *) wire [8*BYTES-1:0] \dut.word ;
    (* hierconn *) wire [1:0] \dut.unit ;
    (* hierconn *) wire \dut.reads , \dut.streams , \dut.probing , \dut.held ;
    wire [15:0] last_read = at - 16'd1;

    always @(*)
        if (started) begin
            assert (\dut.state <= 6);
            assert (!(\dut.reads & \dut.streams ));
            if (arvalid) assert (\dut.state == 2);
            if (asked) assert (((\dut.state == 1) | (\dut.state == 2) | (\dut.state == 4)) & \dut.reads );
            if ((\dut.state == 1) & asked) assert (rvalid);
            if (\dut.state == 4) assert (rvalid & asked & !\dut.probing & \dut.reads );
            if (\dut.state == 2) assert (arvalid | asked);
            if ((\dut.state == 1) | (\dut.state == 2)) assert (\dut.reads );
            if (\dut.state == 5) assert (\dut.streams & (\dut.unit < BYTES) & (\dut.held | (\dut.unit == 0)));
            // beats that were read, are on their way, or are being sent
            if (re) assert ((\dut.coming == 0) & \dut.streams );
            if (MEM_LAT == 2) assert (!(&\dut.coming ));
            if (!idle & \dut.streams & (\dut.state != 6)) begin
                assert ((done <= count ) & (sent <= done ));
                assert (sent + \dut.held + (\dut.coming != 0) == done );
                assert (at == from + done );
                if (\dut.held ) assert (\dut.word == beat_of(next) >> (8 * \dut.unit ));
                if (\dut.coming != 0) assert (read_q == beat_of(last_read[7:0]));
                if (\dut.coming [MEM_LAT-1]) assert ((MEM_LAT == 2 ? read_qq : read_q) == beat_of(last_read[7:0]));
            end
            if (idle | (\dut.state == 6) | !\dut.streams ) assert (!\dut.held & (\dut.coming == 0) & !re);
            if (idle & \dut.streams ) assert (done == count );
            if ((\dut.state == 6) & \dut.streams ) assert ((done == count ) & (sent == done ));
            if (\dut.state == 5) assert ((done != count ) | \dut.held | re | (\dut.coming != 0));
            if ((\dut.state == 3) & \dut.streams ) assert ((sent == 0) & (\dut.unit == 0));
        end

    always @(*) if (started) cover (m_tvalid & m_tlast & m_tready);
    always @(*) if (started) cover (rvalid & (araddr == 16'h1234));
    always @(*) if (started) cover ((sent == 3) & m_tlast);

endmodule
