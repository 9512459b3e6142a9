# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The numbered clauses of docs/Semantics.md."""

import re

import paths

_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_RESERVED = re.compile(r"Some numbers belong to parts.*?They stay reserved\.", re.DOTALL)
_NUMBER = re.compile(r"\d\.\d+")
_LAST_OF_SURFACE = 5  # section 6 is about the core operation


def all_clauses():
    """The numbers in the text, in order, of the sections on surface operations."""
    text = paths.SEMANTICS.read_text()
    found = set()
    for bold in _BOLD.findall(text) + _RESERVED.findall(text):
        found.update(_NUMBER.findall(bold))
    kept = [number for number in found if int(number[0]) <= _LAST_OF_SURFACE]
    return sorted(kept, key=lambda number: [int(part) for part in number.split(".")])
