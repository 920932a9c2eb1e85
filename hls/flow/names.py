# Names that cannot be used for the module.
# SPDX-License-Identifier: Apache-2.0

# The ports of every kernel, words of XLS, and the keywords of Verilog and SystemVerilog that are not keywords of C.
RESERVED = set("""
    clk rst go done fn proc top chan next stage instantiation scheduled_proc file_number block reg ret bits token tuple
    alias always always_comb always_ff always_latch and assert assign assume automatic before begin bind bins
    binsof bit buf bufif0 bufif1 byte casex casez cell chandle checker class clocking cmos config constraint
    context cover covergroup coverpoint cross deassign defparam design disable dist edge end endcase endchecker
    endclass endclocking endconfig endfunction endgenerate endgroup endinterface endmodule endpackage
    endprimitive endprogram endproperty endsequence endspecify endtable endtask event eventually expect export
    extends final first_match force foreach forever fork forkjoin function generate genvar global highz0 highz1
    iff ifnone ignore_bins illegal_bins implements implies import incdir include initial inout input inside
    instance interconnect interface intersect join join_any join_none large let liblist library local localparam
    logic macromodule matches medium modport module nand negedge nettype new nexttime nmos nor noshowcancelled
    not notif0 notif1 null or output package packed parameter pmos posedge primitive priority program property
    protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase
    randsequence rcmos real realtime ref reg reject_on release repeat rnmos rpmos rtran rtranif0 rtranif1
    s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled
    small soft solve specify specparam strong strong0 strong1 super supply0 supply1 sync_accept_on
    sync_reject_on table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0
    tri1 triand trior trireg type typedef unique unique0 unsigned until until_with untyped use uwire var
    vectored virtual wait wait_order wand weak weak0 weak1 wildcard wire with within wor xnor xor
    """.split())
