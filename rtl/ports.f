// Verilog sources of the byte ports: orb_uart, orb_ft245_async, orb_ft245_sync and orb_spi_slave, each a top.
// SPDX-License-Identifier: Apache-2.0
rtl/link/orb_sync.v
rtl/link/orb_reset.v
rtl/link/orb_fifo_async.v
rtl/link/orb_uart_rx.v
rtl/link/orb_uart_tx.v
rtl/link/orb_uart.v
rtl/link/orb_ft245_async.v
rtl/link/orb_ft245_bus.v
rtl/link/orb_ft245_sync.v
rtl/link/orb_spi_slave.v
