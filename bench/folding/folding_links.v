// The links of the array alone: P x P x P nodes that pass words on as orb_mesh connects them.
// SPDX-License-Identifier: Apache-2.0
//
// A table of the ECP5 stands at both ends of each link, so that a placer can be told where the node is.
`resetall
`default_nettype none

module folding_links #(
    parameter P    = 4,  // nodes along each side, even
    parameter BITS = 7   // bits of a link
) (
    input  wire clk,
    output wire out
);

    // place in folded order -> place of the node that it takes over from
    function integer onward(input integer n);
        onward = (n % 2 == 0) ? ((n + 2 < P) ? n + 2 : n + 1) : ((n > 1) ? n - 2 : n - 1);
    endfunction

    wire [BITS*P*P*P-1:0] link;
    assign out = link[0];

    genvar q, r, s, n;
    generate
        for (q = 0; q < P; q = q + 1) begin : g_q
            for (r = 0; r < P; r = r + 1) begin : g_r
                for (s = 0; s < P; s = s + 1) begin : g_s
                    localparam ME = BITS * ((q * P + r) * P + s);
                    localparam QN = BITS * ((onward(q) * P + r) * P + s);
                    localparam RN = BITS * ((q * P + onward(r)) * P + s);
                    localparam SN = BITS * ((q * P + r) * P + onward(s));
                    reg [1:0] side;  // 1 Q, 2 R, 3 S; each node counts by itself, so that none drives another's logic
                    always @(posedge clk) side <= side + 2'd1;
                    reg [BITS-1:0] word;
                    wire [3*BITS-1:0] come;
                    wire [BITS-1:0] next = (side == 2'd1) ? come[0+:BITS] : (side == 2'd2) ? come[BITS+:BITS] :
                                           (side == 2'd3) ? come[2*BITS+:BITS] : {~word[0], word[BITS-1:1]};
                    always @(posedge clk) word <= next;
                    for (n = 0; n < BITS; n = n + 1) begin : g_bit
                        (* keep *) LUT4 #(.INIT(16'hAAAA)) leave (
                            .A(word[n]), .B(1'b0), .C(1'b0), .D(1'b0), .Z(link[ME+n])
                        );
                        (* keep *) LUT4 #(.INIT(16'hAAAA)) from_q (
                            .A(link[QN+n]), .B(1'b0), .C(1'b0), .D(1'b0), .Z(come[n])
                        );
                        (* keep *) LUT4 #(.INIT(16'hAAAA)) from_r (
                            .A(link[RN+n]), .B(1'b0), .C(1'b0), .D(1'b0), .Z(come[BITS+n])
                        );
                        (* keep *) LUT4 #(.INIT(16'hAAAA)) from_s (
                            .A(link[SN+n]), .B(1'b0), .C(1'b0), .D(1'b0), .Z(come[2*BITS+n])
                        );
                    end
                end
            end
        end
    endgenerate

endmodule
`resetall
