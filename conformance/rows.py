# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every case beside every system: what is the same, what differs, and why."""

from dataclasses import dataclass

import comparison
import rules
from answer import Answer, parse


@dataclass(frozen=True)
class Row:
    """A case and a system. `verdict` is one of

    agrees         the answers are the same, and no rule says otherwise
    differs        they differ, and a rule says why
    unexplained    they differ, and no rule says so
    stale          they are the same, and a rule says that they differ
    not offered    the system doesn't have the op, the type or the shapes
    not recorded   the recording doesn't have the case
    """

    case: object
    system: str
    verdict: str
    ours: Answer
    theirs: Answer = None
    difference: str = None
    rule: object = None

    @property
    def is_wrong(self):
        return self.verdict in ("unexplained", "stale", "not recorded")


class System:
    """A recording, and what of the table its system has."""

    def __init__(self, recording):
        self.recording = recording
        self.name = recording.system

    def offers(self, case):
        """Whether the system has an op for a type: it computes the plain case. A
        type that we refuse has no such case."""
        text = self.recording.find(("plain", case.op.name, case.element.name))
        return text is None or not text.startswith("none")

    def row(self, case, ours, tolerance):
        text = self.recording.find(case.question)
        if text is None:
            return Row(case, self.name, "not recorded", ours)
        theirs = parse(text)
        if theirs.kind == "none" or not self.offers(case):
            return Row(case, self.name, "not offered", ours, theirs)
        difference = comparison.compare(case, ours, theirs, tolerance)
        rule = rules.find(self.name, case, theirs)
        if difference:
            verdict = "differs" if rule else "unexplained"
        else:
            verdict = "stale" if rule and not rule.may else "agrees"
        return Row(case, self.name, verdict, ours, theirs, difference, rule)
