// orb_cobs_decode gives the bytes of each body as the definition of COBS (Cheshire and Baker) has them, once and in
// order, and tells where a frame ends and whether it was complete.
// SPDX-License-Identifier: Apache-2.0
//
// A frame is a sequence of blocks and ends with a 0. A block is a code n from 1 to 255 and n-1 bytes of the body, none
// of which is 0. The body has a 0 between a block and the next one, unless the code of the former is 255.
`default_nettype none

module orb_cobs_decode_props (
    input wire       clk,
    input wire       rst,
    input wire [7:0] s_tdata,
    input wire       s_tvalid,
    input wire       m_tready
);

    wire s_tready, m_tvalid, m_end, m_good;
    wire [7:0] m_tdata;

    orb_cobs_decode dut (
        .clk     (clk),
        .rst     (rst),
        .s_tdata (s_tdata),
        .s_tvalid(s_tvalid),
        .s_tready(s_tready),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_end   (m_end),
        .m_good  (m_good),
        .m_tready(m_tready)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- the frame so far -------------------------------------------------------------------------------------------
    reg [7:0] code;  // of the latest block, 0 at the start of a frame
    reg [7:0] data;  // the bytes of the block that have come
    wire whole = (code == 0) | (data == code - 1);
    wire take = s_tvalid & s_tready, give = m_tvalid & m_tready;
    wire delimiter = (s_tdata == 0);

    always @(posedge clk)
        if (rst | (take & delimiter)) {code, data} <= 0;
        else if (take & whole) {code, data} <= {s_tdata, 8'd0};
        else if (take) data <= data + 1;

    // ---- what each byte of the frame gives --------------------------------------------------------------------------
    wire between = whole & !delimiter;                      // the byte is the code of the next block
    wire zero = between & (code != 0) & (code != 255);      // the body has a 0 between the two blocks
    wire gives = delimiter | zero | !whole;

    always @(*)
        if (started) begin
            // A code that gives nothing passes by itself, and any other byte passes in the cycle in which what it gives
            // is taken. So nothing is lost and nothing is given twice. What is offered does not depend on m_tready.
            assert (m_tvalid == (s_tvalid & gives));
            if (s_tvalid) assert (s_tready == (m_tready | !gives));
            assert (give == (take & gives));
            if (m_tvalid) assert (m_end == delimiter);
            if (m_tvalid & m_end) assert (m_good == whole);
            if (m_tvalid & !m_end) assert (m_tdata == (zero ? 0 : s_tdata));
        end

    // ---- what is offered stays while the source keeps to that rule --------------------------------------------------
    stream_rules #(
        .ASSUME(1)
    ) source (
        .clk      (clk),
        .rst      (rst),
        .started  (started),
        .data     (s_tdata),
        .valid    (s_tvalid),
        .ready    (s_tready),
        .withdrawn(1'b0)
    );
    stream_rules #(
        .WIDTH(10)
    ) sink (
        .clk      (clk),
        .rst      (rst),
        .started  (started),
        .data     ({m_end, m_end & m_good, m_tdata}),
        .valid    (m_tvalid),
        .ready    (m_tready),
        .withdrawn(1'b0)
    );

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [7:0] \dut.left ;
    (* hierconn *) wire \dut.zero ;

    always @(*)
        if (started) begin
            if (code == 0) assert (data == 0);
            else assert (data < code);
            assert (\dut.left == ((code == 0) ? 1 : code - data));
            assert (\dut.zero == ((code != 0) & (code != 255)));
        end

    always @(*)
        if (started) begin
            cover (give & m_end & m_good & (code == 3));
            cover (give & m_end & !m_good & (code == 3));
            cover (take & zero);
            cover (s_tvalid & gives & !m_tready & !whole);
        end

endmodule
