# Vivado: paths between clocks that end in a synchroniser. orb_sync and orb_reset name its first register sync_first.
# SPDX-License-Identifier: Apache-2.0
#
# Pointers of orb_fifo_async cross in Gray code, so their bits have to arrive within a cycle of each other: 16 ns is a
# little less than a cycle of CLKOUT, 60 MHz. Written from UG903 and not tried with Vivado.
set_false_path -to [get_pins -hierarchical -filter {NAME =~ *sync_first_reg*/D}]
set_false_path -to [get_pins -hierarchical -filter {NAME =~ *sync_*_reg*/PRE}]
set_bus_skew -from [get_cells -hierarchical -filter {NAME =~ *tail_gray_reg*}] \
    -to [get_cells -hierarchical -filter {NAME =~ *m_tail/sync_first_reg*}] 16
set_bus_skew -from [get_cells -hierarchical -filter {NAME =~ *head_gray_reg*}] \
    -to [get_cells -hierarchical -filter {NAME =~ *s_head/sync_first_reg*}] 16
