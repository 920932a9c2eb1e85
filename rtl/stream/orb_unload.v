// Reads cubes from the array into the output stream, at most one beat per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// A beat enters the FIFO LAT cycles after its read. The walk steps only if the FIFO has room for the beat and for all
// beats that are on their way, so no beat is lost when the sink pauses. A cube is done when its last beat is read. The
// next cube may then be read while the end of this one is still in the FIFO.
`resetall
`default_nettype none

module orb_unload #(
    `include "orb_params.vh"
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  cube,       // a cube is to be unloaded, up to the cycle of `done`
    output wire                  done,       // the last beat of the cube is read in this cycle
    output wire                  busy,       // a beat is on its way or in the FIFO
    input  wire [        BB-1:0] b1,         // block extents
    input  wire [        BB-1:0] b2,
    input  wire [        BB-1:0] b3,
    input  wire [        RB-1:0] b23,
    input  wire [           7:0] ring,
    input  wire [           1:0] placement,
    input  wire [        XA-1:0] base,       // address of the cube's buffer
    // read of a beat, which is performed in the cycle of u_en
    output reg                   u_valid,
    input  wire                  u_en,
    output wire                  u_step,     // u_node of the next cycle is u_next
    output wire [      3*PB-1:0] u_next,
    output reg  [      3*PB-1:0] u_node,     // node (q,r,s) of part 0
    output reg  [IO_WORDS*P-1:0] u_hit_q,    // nodes, one bit for each place along an axis
    output reg  [         P-1:0] u_hit_r,
    output reg  [         P-1:0] u_hit_s,
    output reg  [        XA-1:0] u_addr,
    output wire                  u_take,     // u_en, MEM_LAT cycles later
    output wire [IO_WORDS*P-1:0] u_q,        // u_hit_q, u_hit_r, u_hit_s, MEM_LAT cycles later
    output wire [         P-1:0] u_r,
    output wire [         P-1:0] u_s,
    input  wire [IO_WORDS*W-1:0] u_data,     // words, LAT - MEM_LAT cycles after u_take; they stay until the next
    // stream; a beat passes when tvalid and tready are 1
    output wire [IO_WORDS*W-1:0] m_tdata,
    output wire                  m_tvalid,
    input  wire                  m_tready,
    output wire                  m_tlast     // last beat of a cube
);

    localparam LAT = MEM_LAT + 2 + HOPS + FAR;  // cycles from u_en to the FIFO
    localparam AB = $clog2(OUT_DEPTH);
    localparam [AB:0] FULL = OUT_DEPTH[AB:0];

    wire [PB-1:0] q, r, s;
    wire [YA-1:0] addr;
    wire [XA-1:0] offset = {{(XA - YA) {1'b0}}, addr};
    wire [IO_WORDS*P-1:0] place_q;
    wire [P-1:0] place_r, place_s;
    wire last;
    reg u_last;                               // the read that is asked for is the last one of the cube
    reg [LAT:1] read_q, last_q;
    reg [AB:0] ahead;                         // beats between the walk and the sink

    wire walking = cube & !(u_valid & u_last);
    wire next = walking & (!u_valid | u_en) & (ahead != FULL);
    wire left = m_tvalid & m_tready;

    assign done = u_en & u_last;
    assign busy = |ahead;
    assign u_step = next;
    assign u_next = {q, r, s};

    orb_cube_walk #(
        `include "orb_pass.vh"
    ) walk (
        .clk(clk), .start(!cube), .next(next), .b1(b1), .b2(b2), .b3(b3), .b23(b23), .placement(placement), .q(q),
        .r(r), .s(s), .addr(addr), .last(last)
    );

    orb_places #(
        .P(P), .PARTS(IO_WORDS)
    ) places (
        .ring(ring), .q(q), .r(r), .s(s), .place_q(place_q), .place_r(place_r), .place_s(place_s)
    );

    always @(posedge clk) begin
        last_q <= {last_q[LAT-1:1], u_last};
        if (next) begin
            u_node <= u_next;
            {u_hit_q, u_hit_r, u_hit_s} <= {place_q, place_r, place_s};
            u_addr <= (CUBE & (CUBE - 1)) == 0 ? base | offset : base + offset;
            u_last <= last;
        end
        if (rst) begin
            u_valid <= 1'b0;
            ahead   <= {AB + 1{1'b0}};
            read_q  <= {LAT{1'b0}};
        end else begin
            if (next | u_en) u_valid <= next;
            read_q <= {read_q[LAT-1:1], u_en};
            if (next & !left) ahead <= ahead + 1'b1;
            if (left & !next) ahead <= ahead - 1'b1;
        end
    end

    // the places of the nodes arrive with the read words
    orb_delay #(
        .WIDTH((IO_WORDS + 2) * P), .CYCLES(MEM_LAT)
    ) nodes (
        .clk(clk), .d({u_hit_q, u_hit_r, u_hit_s}), .q({u_q, u_r, u_s})
    );
    assign u_take = read_q[MEM_LAT];

    generate
        if (OUT_DEPTH == 1) begin : g_one  // the array holds the beat until the next one is read
            reg valid, last_kept;
            always @(posedge clk) begin
                if (u_en) last_kept <= u_last;
                valid <= !rst & (read_q[LAT-1] | (valid & !m_tready));
            end
            assign {m_tvalid, m_tlast, m_tdata} = {valid, last_kept, u_data};
            wire unused = &{1'b0, read_q, last_q};
        end else begin : g_several
            wire fifo_ready;
            wire [AB:0] level;
            wire unused = &{1'b0, fifo_ready, level};  // `ahead` makes sure that there is room
            orb_fifo #(
                .WIDTH(IO_WORDS * W + 1), .DEPTH(OUT_DEPTH)
            ) fifo (
                .clk(clk), .rst(rst), .s_valid(read_q[LAT]), .s_ready(fifo_ready), .s_data({last_q[LAT], u_data}),
                .m_valid(m_tvalid), .m_ready(m_tready), .m_data({m_tlast, m_tdata}), .level(level)
            );
        end
    endgenerate

endmodule
`resetall
