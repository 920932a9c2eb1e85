// orb_link_out keeps to AXI4-Lite, keeps and counts each beat once, and sends bodies that stay until they are taken.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_link_out_props #(
    parameter BYTES    = 1,
    parameter REPLAY   = 2,  // the beats of the memory are named below
    parameter CRC_BITS = 8
) (
    input wire               clk,
    input wire               rst,
    input wire               tick,
    input wire [        7:0] s_tdata,
    input wire               s_tvalid,
    input wire               m_tready,
    input wire               arready,
    input wire [       31:0] rdata,
    input wire [        1:0] rresp,
    input wire               rvalid,
    input wire [8*BYTES-1:0] axis_tdata,
    input wire               axis_tvalid
);

    wire idle, s_tready, m_tvalid, m_tlast, arvalid, rready, axis_tready;
    wire [15:0] position, araddr;
    wire [7:0] m_tdata;
    wire [1:0] number_of_byte;

    orb_link_out #(
        .BYTES   (BYTES),
        .REPLAY  (REPLAY),
        .CRC_BITS(CRC_BITS)
    ) dut (
        .clk           (clk),
        .rst           (rst),
        .tick          (tick),
        .idle          (idle),
        .position      (position),
        .s_tdata       (s_tdata),
        .s_tvalid      (s_tvalid),
        .s_tready      (s_tready),
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
        .m_axil_rready (rready),
        .s_axis_tdata  (axis_tdata),
        .s_axis_tvalid (axis_tvalid),
        .s_axis_tready (axis_tready)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

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
        end

    // ---- a beat of an arbitrary number, counted from the reset, stays in the buffer until 2^REPLAY others came ------
    wire fetch = axis_tvalid & axis_tready;
    reg [16:0] fetched;
    (* anyconst *) wire [15:0] number;
    reg [8*BYTES-1:0] value;
    wire [16:0] age = fetched - {1'b0, number};

    always @(posedge clk) begin
        fetched <= rst ? 0 : fetched + fetch;
        if (fetch & (fetched == number)) value <= axis_tdata;
    end

    always @(*) if (started) assume (!fetched[16]);  // the first 2^16 beats
    always @(posedge clk) if (started) assert (position == fetched[15:0]);

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [3:0] \dut.state ;
    (* hierconn *) wire \dut.full , \dut.reads , \dut.streams , \dut.probing ;
    (* hierconn *) wire [8*BYTES-1:0] \dut.replay.mem[0] , \dut.replay.mem[1] ;
    (* hierconn *) wire [8*BYTES-1:0] \dut.replay.mem[2] , \dut.replay.mem[3] ;
    wire [4*8*BYTES-1:0] mem = {\dut.replay.mem[3] , \dut.replay.mem[2] , \dut.replay.mem[1] , \dut.replay.mem[0] };

    always @(*)
        if (started) begin
            assert (\dut.state <= 9);
            if ((age != 0) & (age <= 4)) assert (mem[8*BYTES*number[REPLAY-1:0]+:8*BYTES] == value);
            assert (\dut.full == (fetched >= 4));
            if (arvalid) assert (\dut.state == 6);
            if (arvalid | asked) assert (((\dut.state == 6) | (\dut.state == 7)) & \dut.reads & !\dut.streams );
            if ((\dut.state == 7) & \dut.reads ) assert (rvalid & asked & !\dut.probing );
            if ((\dut.state == 6) & !\dut.streams ) assert (arvalid | asked);
            if (((\dut.state == 5) | (\dut.state == 6))) assert (\dut.reads != \dut.streams );
            if ((\dut.state == 3) | (\dut.state == 9)) assert (\dut.streams & !\dut.reads );
            if ((\dut.state == 2) | (\dut.state == 4)) assert (!(\dut.reads & \dut.streams ));
            if (\dut.state == 7) assert (\dut.reads != \dut.streams );
        end

    always @(*) if (started) cover (m_tvalid & m_tlast & m_tready);
    always @(*) if (started) cover (rvalid & (araddr == 16'h1234));
    always @(*) if (started) cover (fetched == 2 & m_tvalid);

endmodule
