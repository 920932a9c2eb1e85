// orb_byte_fifo, and with it orb_byte_ring, loses, doubles and reorders no byte, and holds what it offers.
// SPDX-License-Identifier: Apache-2.0
//
// Bytes are numbered as they enter and as they leave. The byte of an arbitrary number is remembered when it enters; it
// must be there when its turn to leave comes.
`default_nettype none

module orb_byte_fifo_props #(
    parameter BITS = 4  // the bytes of the memory are named below
) (
    input wire       clk,
    input wire       rst,
    input wire       s_tvalid,
    input wire [7:0] s_tdata,
    input wire       m_tready
);

    wire s_tready, m_tvalid, empty;
    wire [7:0] m_tdata;

    orb_byte_fifo #(
        .BITS(BITS)
    ) dut (
        .clk     (clk),
        .rst     (rst),
        .empty   (empty),
        .s_tdata (s_tdata),
        .s_tvalid(s_tvalid),
        .s_tready(s_tready),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    stream_rules source (
        .clk      (clk),
        .rst      (rst),
        .started  (started),
        .data     (m_tdata),
        .valid    (m_tvalid),
        .ready    (m_tready),
        .withdrawn(1'b0)
    );

    // ---- numbers of the bytes in and out, and one byte of an arbitrary number ---------------------------------------
    localparam NB = BITS + 4;  // more bits than the pointers inside
    reg [NB-1:0] sent, received;
    (* anyconst *) wire [NB-1:0] number;
    reg [7:0] value;
    wire in = s_tvalid & s_tready, out = m_tvalid & m_tready;
    wire [NB-1:0] inside = sent - received;
    wire [NB-1:0] place = number - received;  // from the exit

    always @(posedge clk)
        if (rst) {sent, received} <= 0;
        else begin
            sent     <= sent + in;
            received <= received + out;
            if (in & (sent == number)) value <= s_tdata;
        end

    always @(*)
        if (started) begin
            assert (inside <= (1 << BITS) + 1);
            assert (empty == (inside == 0));
            if (m_tvalid & (received == number)) assert (m_tdata == value);
        end

    // a byte comes out within three cycles
    reg [1:0] waited;
    always @(posedge clk) waited <= (rst | m_tvalid | (inside == 0)) ? 0 : waited + 1;
    always @(*) if (started) assert (waited < 3);

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [BITS:0] \dut.tail , \dut.ring.head ;
    (* hierconn *) wire \dut.ring.fetch , \dut.ring.waiting , \dut.room ;
    (* hierconn *) wire [7:0] \dut.ring.rdata ;
    (* hierconn *) wire [7:0] \dut.ring.ram.mem[0] , \dut.ring.ram.mem[1] ;
    (* hierconn *) wire [7:0] \dut.ring.ram.mem[2] , \dut.ring.ram.mem[3] ;
    (* hierconn *) wire [7:0] \dut.ring.ram.mem[4] , \dut.ring.ram.mem[5] ;
    (* hierconn *) wire [7:0] \dut.ring.ram.mem[6] , \dut.ring.ram.mem[7] ;
    (* hierconn *) wire [7:0] \dut.ring.ram.mem[8] , \dut.ring.ram.mem[9] ;
    (* hierconn *) wire [7:0] \dut.ring.ram.mem[10] , \dut.ring.ram.mem[11] ;
    (* hierconn *) wire [7:0] \dut.ring.ram.mem[12] , \dut.ring.ram.mem[13] ;
    (* hierconn *) wire [7:0] \dut.ring.ram.mem[14] , \dut.ring.ram.mem[15] ;
    wire [8*(1<<BITS)-1:0] mem = {
        \dut.ring.ram.mem[15] , \dut.ring.ram.mem[14] ,
        \dut.ring.ram.mem[13] , \dut.ring.ram.mem[12] ,
        \dut.ring.ram.mem[11] , \dut.ring.ram.mem[10] ,
        \dut.ring.ram.mem[9] , \dut.ring.ram.mem[8] ,
        \dut.ring.ram.mem[7] , \dut.ring.ram.mem[6] ,
        \dut.ring.ram.mem[5] , \dut.ring.ram.mem[4] ,
        \dut.ring.ram.mem[3] , \dut.ring.ram.mem[2] ,
        \dut.ring.ram.mem[1] , \dut.ring.ram.mem[0] };
    wire [BITS:0] stored = \dut.tail - \dut.ring.head ;
    localparam EIGHTH = (1 << BITS) / 8;
    wire [BITS:0] reach = \dut.tail - (\dut.ring.head & ~(EIGHTH - 1));
    wire [NB-1:0] ahead = m_tvalid + \dut.ring.waiting ;  // bytes that have left the memory

    always @(*)
        if (started) begin
            assert (\dut.tail == sent[BITS:0]);
            if (s_tready) assert (stored < (1 << BITS));
            assert (stored <= (1 << BITS));
            assert (inside == stored + ahead);
            // the tail stays out of the eighth from which is read
            assert (reach < (1 << BITS));
            if (\dut.room ) assert (reach <= 7 * EIGHTH);
            if (in & \dut.ring.fetch ) assert (stored[BITS-1:0] != 0);  // it reads no place that it writes
            if ((place < inside) & (place >= ahead)) assert (mem[8*number[BITS-1:0]+:8] == value);
            if (\dut.ring.waiting & (place == m_tvalid)) assert (\dut.ring.rdata == value);
            if (waited == 1) assert (m_tvalid | \dut.ring.waiting );
            if (waited == 2) assert (m_tvalid);
        end

    always @(*) cover (started & !s_tready & (number == 5));
    always @(*) cover (started & m_tvalid & (received == 9) & (number == 9) & (value == 5));

endmodule
