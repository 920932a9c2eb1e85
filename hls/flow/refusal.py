# The error for a construct that the flow cannot translate, with its line in the source.
# SPDX-License-Identifier: Apache-2.0


class Refusal(Exception):
    """A construct outside the subset. line: its place in the C source as "file:line", if known."""

    def __init__(self, what, line=None):
        super().__init__(f"{line}: {what}" if line else what)


class Merged(Refusal):
    """One access of two arrays."""
