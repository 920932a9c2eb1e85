// Registers of the ports for a system on a chip: written by `make generated` from orbital_axi.rdl.
// SPDX-License-Identifier: Apache-2.0
/* verilator lint_off UNUSEDPARAM */
localparam ORB_REG_ADDR_WIDTH = 12;
localparam ORB_REG_IRQ_STATUS = 12'hE00;
localparam ORB_IRQ_STATUS_DONE_LSB = 0;
localparam ORB_IRQ_STATUS_DONE_WIDTH = 1;
localparam ORB_IRQ_STATUS_DONE_RESET = 1'h0;
localparam ORB_IRQ_STATUS_ERROR_LSB = 1;
localparam ORB_IRQ_STATUS_ERROR_WIDTH = 1;
localparam ORB_IRQ_STATUS_ERROR_RESET = 1'h0;
localparam ORB_REG_IRQ_ENABLE = 12'hE04;
localparam ORB_IRQ_ENABLE_DONE_LSB = 0;
localparam ORB_IRQ_ENABLE_DONE_WIDTH = 1;
localparam ORB_IRQ_ENABLE_DONE_RESET = 1'h0;
localparam ORB_IRQ_ENABLE_ERROR_LSB = 1;
localparam ORB_IRQ_ENABLE_ERROR_WIDTH = 1;
localparam ORB_IRQ_ENABLE_ERROR_RESET = 1'h0;
localparam ORB_REG_PACKETS = 12'hE08;
localparam ORB_PACKETS_CHECK_LSB = 0;
localparam ORB_PACKETS_CHECK_WIDTH = 1;
localparam ORB_PACKETS_CHECK_RESET = 1'h0;
/* verilator lint_on UNUSEDPARAM */
