# What the flow cannot translate, named with the line of C that asks for it.
# SPDX-License-Identifier: Apache-2.0


class Refusal(Exception):
    """A construct outside of the subset. line: where it stands in the C source, as "file:line", if that is known."""

    def __init__(self, what, line=None):
        super().__init__(f"{line}: {what}" if line else what)
