# The style of the C sources, as .clang-format has it.
# SPDX-License-Identifier: Apache-2.0

C_SOURCES = $(shell git ls-files '*.c' '*.h' '*.cpp')

.PHONY: format
format: setup-test ### rewrite the C sources in the project's style
	clang-format -i $(C_SOURCES)
