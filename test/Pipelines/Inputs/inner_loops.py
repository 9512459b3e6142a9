# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The innermost loops of assembly, one a line, for FileCheck.

Reads what llc writes for x86 on stdin, with its comments, which say where loops are.
A line is

  FUNCTION loop blocks=N branches=N calls=N atomics=N: INSTRUCTION; INSTRUCTION; ...

in the order of the loops' headers. `branches` counts conditional jumps, that at
the end of the loop too: 1 is a loop whose iterations all take the same way.
`atomics` counts instructions that lock memory.
"""

import re
import sys

LABEL = re.compile(r"^\.L(BB\d+_\d+):")
FUNCTION = re.compile(r"^([\w.]+):\s*# @")
HEADER = re.compile(r"This Inner Loop Header")
INSIDE = re.compile(r"in Loop: Header=(BB\d+_\d+)")
BRANCH = re.compile(r"^j(?!mp)")
CALL = re.compile(r"^call")
ATOMIC = re.compile(r"^(lock\b|xchg\w* .*\()")


class Loop:
    """Instructions of an innermost loop."""

    def __init__(self, function):
        self.function = function
        self.blocks = 0
        self.instructions = []

    def add(self, instructions):
        self.blocks += 1
        self.instructions += instructions

    def count(self, pattern):
        return sum(bool(pattern.match(i)) for i in self.instructions)

    def __str__(self):
        return (
            f"{self.function} loop blocks={self.blocks} branches={self.count(BRANCH)} "
            f"calls={self.count(CALL)} atomics={self.count(ATOMIC)}: "
            + "; ".join(self.instructions)
        )


def read(lines):
    """Innermost loops in the order of their headers. Blocks of a loop may stand
    before its header."""
    loops, blocks = {}, []
    function = label = ""
    for line in lines:
        if match := FUNCTION.match(line):
            function = match[1]
        if line.startswith((".L", "# %bb")):
            match = LABEL.match(line)
            label = match[1] if match else ""
            blocks.append((set(), []))
        if not blocks:
            continue
        headers, instructions = blocks[-1]
        if HEADER.search(line):
            loops[label] = Loop(function)
            headers.add(label)
        elif match := INSIDE.search(line):
            headers.add(match[1])
        code = line.split("#")[0].strip()
        if line.startswith("\t") and code and not code.startswith("."):
            instructions.append(" ".join(code.split()))
    for headers, instructions in blocks:
        for header in headers & loops.keys():
            loops[header].add(instructions)
    return loops.values()


for found in read(sys.stdin):
    print(found)
