# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A rule: where an answer of ours is not theirs, and which clause says why."""

from dataclasses import dataclass
from fnmatch import fnmatchcase

EVERY = ("*",)


@dataclass(frozen=True)
class Rule:
    """Cases that differ.

    All of the conditions must hold; names are patterns, `theirs` is a kind of
    answer, `options` is one of our options, such as "empty=zero", that must be
    given, or (`but_options`) must not be, and `when` tells more about a case. `may`
    says that some of the cases differ and others don't, by what only a platform or
    an accident decides.
    """

    clause: str
    why: str
    systems: tuple = EVERY
    situations: tuple = EVERY
    families: tuple = EVERY
    kinds: tuple = EVERY
    types: tuple = EVERY
    theirs: tuple = EVERY
    options: str = ""
    but_options: str = ""
    when: object = None
    may: bool = False

    def covers(self, system, case, theirs):
        situation, _, element = case.question
        given = [f"{key}={option}" for key, option in case.options.items()]
        return (
            _fits(self.systems, system)
            and _fits(self.situations, situation)
            and _fits(self.families, case.op.family)
            and _fits(self.kinds, case.op.kind)
            and _fits(self.types, element)
            and _fits(self.theirs, theirs.kind)
            and (not self.options or self.options in given)
            and (not self.but_options or self.but_options not in given)
            and (not self.when or self.when(case))
        )


def _fits(patterns, name):
    return any(fnmatchcase(name, pattern) for pattern in patterns)
