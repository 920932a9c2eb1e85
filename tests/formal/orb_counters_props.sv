// orb_counters counts each event, gives the pieces of a count as they were at one moment, and sticks at the largest
// number of clipped results.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_counters_props #(
    parameter SB     = 7,
    parameter NUMBER = 0   // the counter that is looked at
) (
    input wire          clk,
    input wire          clear,
    input wire [   5:0] events,
    input wire          sat_en,
    input wire [SB-1:0] sat_count,
    input wire          keep_now
);

    wire [4:0] place;
    wire [15:0] piece;
    wire piece_valid;
    wire [31:0] saturations;
    wire keep = keep_now & piece_valid & (place < 24) & (place[1:0] == 0);  // as orb_regs does

    orb_counters #(
        .SB(SB)
    ) dut (
        .clk        (clk),
        .clear      (clear),
        .busy       (events[0]),
        .compute    (events[1]),
        .waiting    (events[2]),
        .coef       (events[3]),
        .load       (events[4]),
        .unload     (events[5]),
        .sat_en     (sat_en),
        .sat_count  (sat_count),
        .keep       (keep),
        .place      (place),
        .piece      (piece),
        .piece_valid(piece_valid),
        .saturations(saturations)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (clear);

    // ---- one counter: what it has to count, and what it was when its lowest piece was added to ----------------------
    localparam [2:0] number = NUMBER;
    reg now;              // the event of the cycle before, which is counted now
    reg [63:0] happened;  // all events since `clear`
    reg [63:0] count;     // those before `now`
    reg [63:0] passed, kept;
    reg kept_mine;        // the upper half that is kept last is that of this counter
    wire lowest = (place == {number, 2'd0});

    always @(posedge clk)
        if (clear) {happened, now, count, kept_mine} <= 130'd0;
        else begin
            happened <= happened + events[NUMBER];
            now <= events[NUMBER];
            count <= count + now;
            if (\dut.at_1 == {number, 2'd0}) passed <= \dut.wiping_1 ? 64'd0 : count + now;
            if (keep) kept_mine <= lowest;
            if (keep & lowest) kept <= passed;
        end

    wire [63:0] shifted = passed >> {place[1:0], 4'd0};
    always @(*)
        if (started) begin
            if (piece_valid & (place[4:2] == number)) assert (piece == shifted[15:0]);
            if (piece_valid & kept_mine & !\dut.copies & (place == 5'd26)) assert (piece == kept[47:32]);
            if (piece_valid & kept_mine & !\dut.copies & (place == 5'd27)) assert (piece == kept[63:48]);
        end
    // a count is that of six cycles ago when its last piece comes, at the latest, as `count` is a cycle behind
    always @(posedge clk)
        if (started && $past(started, 3) && piece_valid && (place == {number, 2'd3}) && !$past(clear) &&
            !$past(clear, 2) && !$past(clear, 3) && !$past(clear, 4))
            assert (passed == $past(count, 3));

    // ---- clipped results --------------------------------------------------------------------------------------------
    reg [32:0] clipped;  // up to the largest number
    wire [32:0] more = clipped + (sat_en ? sat_count : 0);
    reg too_many_q;
    always @(posedge clk) begin
        clipped <= clear ? 0 : more[32] ? 33'h0FFFFFFFF : more;
        too_many_q <= \dut.too_many & !clear;
    end
    always @(*)
        if (started) begin
            if (!\dut.too_many ) assert (saturations == clipped);
            else assert (clipped == 33'h0FFFFFFFF);
            if (too_many_q) assert (saturations == 32'hFFFFFFFF);
        end
    always @(posedge clk) if (started && !$past(clear)) assert (saturations >= $past(saturations));

    // ---- the state that makes it true -------------------------------------------------------------------------------
    localparam [4:0] FIRST = 4 * NUMBER;
    (* hierconn *) wire [4:0] \dut.at , \dut.at_1 ;
    (* hierconn *) wire \dut.wiping , \dut.wiping_1 , \dut.carry , \dut.copies , \dut.too_many ;
    (* hierconn *) wire [2:0] \dut.source ;
    (* hierconn *) wire [5:0] \dut.happened ;
    (* hierconn *) wire [47:0] \dut.recent ;
    (* hierconn *) wire [15:0] \dut.pieces.read_q ;
    // words of the memory: those of the counter, and the two of the upper half that is kept
    wire [511:0] memory;
    (* hierconn *) wire [15:0] \dut.pieces.mem[0] , \dut.pieces.mem[1] , \dut.pieces.mem[2] , \dut.pieces.mem[3] ;
    (* hierconn *) wire [15:0] \dut.pieces.mem[4] , \dut.pieces.mem[5] , \dut.pieces.mem[6] , \dut.pieces.mem[7] ;
    (* hierconn *) wire [15:0] \dut.pieces.mem[8] , \dut.pieces.mem[9] , \dut.pieces.mem[10] , \dut.pieces.mem[11] ;
    (* hierconn *) wire [15:0] \dut.pieces.mem[12] , \dut.pieces.mem[13] , \dut.pieces.mem[14] , \dut.pieces.mem[15] ;
    (* hierconn *) wire [15:0] \dut.pieces.mem[16] , \dut.pieces.mem[17] , \dut.pieces.mem[18] , \dut.pieces.mem[19] ;
    (* hierconn *) wire [15:0] \dut.pieces.mem[20] , \dut.pieces.mem[21] , \dut.pieces.mem[22] , \dut.pieces.mem[23] ;
    (* hierconn *) wire [15:0] \dut.pieces.mem[24] , \dut.pieces.mem[25] , \dut.pieces.mem[26] , \dut.pieces.mem[27] ;
    (* hierconn *) wire [15:0] \dut.pieces.mem[28] , \dut.pieces.mem[29] , \dut.pieces.mem[30] , \dut.pieces.mem[31] ;
    assign memory = {
        \dut.pieces.mem[31] , \dut.pieces.mem[30] , \dut.pieces.mem[29] , \dut.pieces.mem[28] ,
        \dut.pieces.mem[27] , \dut.pieces.mem[26] , \dut.pieces.mem[25] , \dut.pieces.mem[24] ,
        \dut.pieces.mem[23] , \dut.pieces.mem[22] , \dut.pieces.mem[21] , \dut.pieces.mem[20] ,
        \dut.pieces.mem[19] , \dut.pieces.mem[18] , \dut.pieces.mem[17] , \dut.pieces.mem[16] ,
        \dut.pieces.mem[15] , \dut.pieces.mem[14] , \dut.pieces.mem[13] , \dut.pieces.mem[12] ,
        \dut.pieces.mem[11] , \dut.pieces.mem[10] , \dut.pieces.mem[9] , \dut.pieces.mem[8] ,
        \dut.pieces.mem[7] , \dut.pieces.mem[6] , \dut.pieces.mem[5] , \dut.pieces.mem[4] ,
        \dut.pieces.mem[3] , \dut.pieces.mem[2] , \dut.pieces.mem[1] , \dut.pieces.mem[0]
    };
    wire [15:0] w0 = memory[64*NUMBER+:16], w1 = memory[64*NUMBER+16+:16], w2 = memory[64*NUMBER+32+:16];
    wire [15:0] w3 = memory[64*NUMBER+48+:16], w26 = memory[16*26+:16], w27 = memory[16*27+:16];

    function [15:0] written(input [4:0] at, input [15:0] word);  // ... as they are after the write that is under way
        written = (place == at) ? piece : word;
    endfunction
    wire [63:0] words = {written(FIRST + 3, w3), written(FIRST + 2, w2), written(FIRST + 1, w1), written(FIRST, w0)};
    wire [5:0] recent = \dut.recent [6*NUMBER+:6];
    reg fresh;  // the counter was not added to since it was cleared
    always @(posedge clk)
        if (clear) fresh <= 1'b1;
        else if ((\dut.at_1 == FIRST) & !\dut.wiping_1 ) fresh <= 1'b0;

    wire [63:0] carry = \dut.carry ;
    reg [63:0] sum;  // as the counter will be when the carry has gone through it
    always @(*)
        case (\dut.at_1 )
            FIRST + 5'd1: sum = words + (carry << 16);
            FIRST + 5'd2: sum = words + (carry << 32);
            FIRST + 5'd3: sum = words + (carry << 48);
            default:      sum = words;
        endcase

    integer k;
    always @(*)
        if (started) begin
            // one after the other
            assert (\dut.at_1 == \dut.at - 5'd1);
            assert (place == ((\dut.wiping & (\dut.at == 0)) ? 5'd31 : \dut.at - 5'd2));
            assert (!\dut.wiping | \dut.wiping_1 );
            if (\dut.wiping_1 & !\dut.wiping ) assert (\dut.at == 0);
            if (\dut.wiping_1 ) assert (!piece_valid & fresh & (piece == 0) & !\dut.carry );
            if (\dut.at_1 [4:2] == 3'd6 && \dut.at_1 [1:0] != 0) assert (!\dut.carry );
            if (\dut.at_1 == FIRST) assert (\dut.pieces.read_q == w0);
            if (\dut.at_1 == FIRST + 1) assert (\dut.pieces.read_q == w1);
            if (\dut.at_1 == FIRST + 2) assert (\dut.pieces.read_q == w2);
            if (\dut.at_1 == FIRST + 3) assert (\dut.pieces.read_q == w3);

            // what happened since the counter was added to has room
            if (!fresh) assert (recent <= ((\dut.at_1 == FIRST) ? 31 : ((\dut.at_1 - FIRST - 5'd1) & 5'd31)));
            else if (\dut.wiping ) assert (recent <= \dut.at );
            else assert ((recent <= 32 + \dut.at ) && (\dut.at <= FIRST + 1));
            assert (\dut.recent [47:36] == 0);

            // the count
            assert (now == \dut.happened [NUMBER]);
            assert (happened == count + now);
            if (\dut.wiping_1 ) begin
                assert (count == recent);
                for (k = 0; k < 4; k = k + 1)
                    if (!\dut.wiping || \dut.at >= FIRST + 2 + k) assert (words[16*k+:16] == 0);
                if (!\dut.wiping || \dut.at >= FIRST + 2) assert (passed == 0);
            end else begin
                assert (sum == passed);
                assert (count == passed + recent);
            end

            // the upper half that is kept
            if (\dut.copies ) assert (!\dut.wiping_1 && (\dut.source < 6) && (\dut.at <= 28));
            if (\dut.copies ) assert ({2'd0, \dut.at } >= {\dut.source , 2'd3});
            assert (!kept_mine | !\dut.wiping_1 );
            if (kept_mine & \dut.copies ) begin
                assert ((\dut.source == NUMBER) && (passed == kept));
                if (\dut.at == 27) assert (\dut.pieces.read_q == kept[47:32]);
                if (\dut.at == 28) assert ((\dut.pieces.read_q == kept[63:48]) && (piece == kept[47:32]));
            end
            if (kept_mine & !\dut.copies ) begin
                assert (written(5'd26, w26) == kept[47:32]);
                assert (written(5'd27, w27) == kept[63:48]);
                if (\dut.at_1 == 26) assert (\dut.pieces.read_q == w26);
                if (\dut.at_1 == 27) assert (\dut.pieces.read_q == w27);
            end
        end

    always @(*) cover (started & kept_mine & piece_valid & \dut.copies & (place == 5'd26) & (count != kept));

endmodule
