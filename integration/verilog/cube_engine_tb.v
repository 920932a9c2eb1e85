// Test bench of cube_engine in docs/integration.md: what a processor and a DMA do to transform one cube.
// SPDX-License-Identifier: Apache-2.0
//
// The matrices of all three axes reverse the order of the points, so the result is the cube in reverse order. The sink
// pauses at random. The last line of the output counts the wrong words and answers.
`default_nettype none

module cube_engine_tb;
    localparam integer N = 8, POINTS = N * N * N;  // points along each axis: P = 4 nodes with blocks of 2 points
    // registers and fields, see docs/registers.md and docs/axi-registers.md
    localparam [11:0] CONTROL = 12'h020, STATUS = 12'h024, BLOCK = 12'h028, PROGRAM = 12'h100;
    localparam [11:0] IRQ_STATUS = 12'hE00, IRQ_ENABLE = 12'hE04, PACKETS = 12'hE08;
    localparam [31:0] STAGE = 0, LOAD = 1, UNLOAD = 2, COEFFICIENTS = 3, LAST = 1 << 2, CLEAR = 1 << 3, STORE = 1 << 4;
    localparam [31:0] NONE = 0, Q = 1, R = 2, S = 3;  // rolls

    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    wire irq, awready, wready, bvalid, arready, rvalid, in_ready, out_valid, out_last, out_user, busy;
    wire [1:0] bresp, rresp;
    wire [31:0] rdata, out_data;
    reg [11:0] awaddr, araddr;
    reg [31:0] wdata, in_data;
    reg awvalid = 1'b0, wvalid = 1'b0, arvalid = 1'b0, in_valid = 1'b0, in_last = 1'b0, out_ready = 1'b0;

    cube_engine engine (
        .clk(clk), .rst(rst), .irq(irq), .busy(busy), .s_axil_awaddr(awaddr), .s_axil_awvalid(awvalid),
        .s_axil_awready(awready), .s_axil_wdata(wdata), .s_axil_wstrb(4'b1111), .s_axil_wvalid(wvalid),
        .s_axil_wready(wready), .s_axil_bresp(bresp), .s_axil_bvalid(bvalid), .s_axil_bready(1'b1),
        .s_axil_araddr(araddr), .s_axil_arvalid(arvalid), .s_axil_arready(arready), .s_axil_rdata(rdata),
        .s_axil_rresp(rresp), .s_axil_rvalid(rvalid), .s_axil_rready(1'b1), .s_axis_tdata(in_data),
        .s_axis_tvalid(in_valid), .s_axis_tready(in_ready), .s_axis_tlast(in_last), .m_axis_tdata(out_data),
        .m_axis_tvalid(out_valid), .m_axis_tready(out_ready), .m_axis_tlast(out_last), .m_axis_tuser(out_user)
    );

    task write(input [11:0] address, input [31:0] value);
        begin
            {awaddr, wdata, awvalid, wvalid} <= {address, value, 2'b11};
            @(posedge clk);
            while (!(awready & wready)) @(posedge clk);
            {awvalid, wvalid} <= 2'b00;
            while (!bvalid) @(posedge clk);
            check(bresp == 2'b00);
        end
    endtask

    reg [31:0] value;  // that was read
    task read(input [11:0] address);
        begin
            {araddr, arvalid} <= {address, 1'b1};
            @(posedge clk);
            while (!arready) @(posedge clk);
            arvalid <= 1'b0;
            while (!rvalid) @(posedge clk);
            value = rdata;
            check(rresp == 2'b00);
        end
    endtask

    task send(input [31:0] word, input last);
        begin
            {in_data, in_last, in_valid} <= {word, last, 1'b1};
            @(posedge clk);
            while (!in_ready) @(posedge clk);
            in_valid <= 1'b0;
        end
    endtask

    // A stage along an axis has P = 4 steps. The result goes to buffer 1. An operand that does not roll is read from
    // buffer 0; one that rolls is read from buffer 1, and rolls to 0 and back. The product of a point and 2^16 loses
    // PS = 8 bits, and the shift of 8 makes it the point again.
    function [63:0] stage(input [31:0] axis, input [31:0] x_roll, input [31:0] y_roll, input [31:0] c_roll);
        begin
            stage[31:0]  = STAGE | CLEAR | STORE | axis << 8 | x_roll << 10 | y_roll << 12 | c_roll << 14 |
                           4 << 16 | 8 << 24;
            stage[63:32] = x_roll == NONE ? 32'h0000_1000 : 32'h0000_1101;  // src, roll0, roll1, dst from the right
        end
    endfunction

    integer wrong = 0, received = 0, index = 0, axis, i, j;
    task check(input ok);
        if (!ok) wrong = wrong + 1;
    endtask

    task descriptor(input [63:0] words);
        begin
            write(PROGRAM + 8 * index, words[31:0]);
            write(PROGRAM + 8 * index + 4, words[63:32]);
            index = index + 1;
        end
    endtask

    // The processor writes the program, starts it, and waits for the interrupt.
    initial begin
        repeat (3) @(posedge clk);
        rst <= 1'b0;
        @(posedge clk);
        descriptor({32'd7 << 24, COEFFICIENTS});  // of all three axes, into bank 0
        descriptor({32'd0, LOAD});                // into buffer 0, placement 0
        descriptor(stage(2, NONE, S, Q));         // the three stages of a forward transform, see docs/programming.md
        descriptor(stage(0, S, Q, NONE));
        descriptor(stage(1, Q, R, NONE));
        descriptor({32'd3 << 20 | 32'd1, UNLOAD | LAST});  // from buffer 1, placement 3
        write(BLOCK, {8'd0, {3{8'd2}}});
        write(IRQ_ENABLE, 32'd3);
        write(PACKETS, 32'd1);
        write(CONTROL, 32'd1);
        while (!irq) @(posedge clk);
        read(IRQ_STATUS);
        check(value == 32'd1);  // done
        write(IRQ_STATUS, value);
        read(STATUS);
        check((value & 32'hF3) == 32'h02);  // done, no error, not busy
        while (received < POINTS) @(posedge clk);
        check(!irq);
        $display("cube_engine: %0d words received, %0d wrong", received, wrong);
        $finish;
    end

    // The DMA sends the matrices in one packet and the cube in another.
    initial begin
        wait (!rst) @(posedge clk);
        for (axis = 0; axis < 3; axis = axis + 1)
            for (i = 0; i < N; i = i + 1)
                for (j = 0; j < N; j = j + 1)
                    send(i + j == N - 1 ? 1 << 16 : 0, axis == 2 && i == N - 1 && j == N - 1);
        for (i = 0; i < POINTS; i = i + 1) send(1 - i, i == POINTS - 1);
    end

    // The sink takes the result.
    reg [31:0] expected;
    always @(posedge clk) begin
        out_ready <= $random;
        if (out_valid & out_ready) begin
            expected = 1 - (POINTS - 1 - received);
            check(out_data == expected);
            check(out_last == (received == POINTS - 1) & !out_user);
            received = received + 1;
        end
    end

    initial begin
        #50000 $display("cube_engine: no result after 5,000 cycles");
        $finish;
    end
endmodule
