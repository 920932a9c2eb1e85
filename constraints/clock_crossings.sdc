# Quartus, Radiant and Gowin: paths between clocks that end in a synchroniser. orb_sync and orb_reset name its first
# register sync_first.
# SPDX-License-Identifier: Apache-2.0
#
# Pointers of orb_fifo_async cross in Gray code, so their bits have to arrive within a cycle of each other: keep the
# paths from tail_gray and head_gray shorter than a cycle. Not tried with these tools.
set_false_path -to [get_registers {*sync_first*}]
