# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where an option of ours asks for something that the system doesn't do."""

from .rule import Rule

DROPPING = "ours, told to drop, leaves the row out; theirs is an error"

RULES = (
    Rule(
        "4.2",
        DROPPING,
        families=("unsorted",),
        theirs=("error",),
        options="bounds=drop",
    ),
    Rule(
        "4.4",
        DROPPING,
        families=("v1", "v2"),
        situations=("negative-id", "only-dropped-rows"),
        theirs=("error",),
        options="bounds=drop",
    ),
    Rule(
        "4.7",
        DROPPING,
        families=("scatter",),
        theirs=("error",),
        options="bounds=drop",
    ),
)
