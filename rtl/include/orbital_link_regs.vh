// Registers of the byte link: written by `make generated` from orbital_link.rdl.
// SPDX-License-Identifier: Apache-2.0
/* verilator lint_off UNUSEDPARAM */
localparam ORB_REG_ADDR_WIDTH = 12;
localparam ORB_REG_LINK_ID = 12'hF00;
localparam ORB_LINK_ID_VALUE_LSB = 0;
localparam ORB_LINK_ID_VALUE_WIDTH = 32;
localparam ORB_LINK_ID_VALUE_RESET = 32'h4F52424C;
localparam ORB_REG_LINK_INFO = 12'hF04;
localparam ORB_LINK_INFO_VERSION_LSB = 0;
localparam ORB_LINK_INFO_VERSION_WIDTH = 8;
localparam ORB_LINK_INFO_VERSION_RESET = 8'h1;
localparam ORB_LINK_INFO_RING_LSB = 8;
localparam ORB_LINK_INFO_RING_WIDTH = 5;
localparam ORB_LINK_INFO_REPLAY_LSB = 16;
localparam ORB_LINK_INFO_REPLAY_WIDTH = 5;
localparam ORB_LINK_INFO_PORT_LSB = 24;
localparam ORB_LINK_INFO_PORT_WIDTH = 4;
localparam ORB_LINK_INFO_STALL_LSB = 28;
localparam ORB_LINK_INFO_STALL_WIDTH = 4;
localparam ORB_REG_LINK_POSITION = 12'hF08;
localparam ORB_LINK_POSITION_IN_LSB = 0;
localparam ORB_LINK_POSITION_IN_WIDTH = 16;
localparam ORB_LINK_POSITION_OUT_LSB = 16;
localparam ORB_LINK_POSITION_OUT_WIDTH = 16;
localparam ORB_REG_LINK_LAST = 12'hF0C;
localparam ORB_LINK_LAST_SEQ_LSB = 0;
localparam ORB_LINK_LAST_SEQ_WIDTH = 8;
localparam ORB_LINK_LAST_VALID_LSB = 8;
localparam ORB_LINK_LAST_VALID_WIDTH = 1;
localparam ORB_REG_LINK_ERRORS = 12'hF10;
localparam ORB_LINK_ERRORS_BAD_LSB = 0;
localparam ORB_LINK_ERRORS_BAD_WIDTH = 8;
localparam ORB_LINK_ERRORS_FULL_LSB = 16;
localparam ORB_LINK_ERRORS_FULL_WIDTH = 8;
localparam ORB_REG_LINK_RATE = 12'hF14;
localparam ORB_LINK_RATE_RATE_LSB = 0;
localparam ORB_LINK_RATE_RATE_WIDTH = 16;
localparam ORB_REG_LINK_IP = 12'hF18;
localparam ORB_LINK_IP_ADDRESS_LSB = 0;
localparam ORB_LINK_IP_ADDRESS_WIDTH = 32;
/* verilator lint_on UNUSEDPARAM */
