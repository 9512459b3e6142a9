# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which answers are expected to differ, and why: a rule for each reason."""

from . import jax, mindspore, options, tensorflow, torch, xla

RULES = tuple(
    rule
    for module in (options, tensorflow, xla, mindspore, jax, torch)
    for rule in module.RULES
)


def find(system, case, theirs):
    """The first rule that covers a row, or None: the answers are the same."""
    return next((rule for rule in RULES if rule.covers(system, case, theirs)), None)
