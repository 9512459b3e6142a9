# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of one system, summed up for people who choose options.

A question is what a system was asked; we answer it with our defaults and, where an
option bears on it, with that option too. So a question is one of

    default   our default answers it as the system does
    option    one of our options does
    differs   neither does, and a rule says why
    lacking   the system doesn't have it
"""

from collections import Counter
from dataclasses import dataclass, field

KINDS = ("default", "option", "differs", "lacking")


@dataclass
class Question:
    """The rows of one question; the first is the one with our defaults."""

    rows: list = field(default_factory=list)

    @property
    def first(self):
        return self.rows[0]

    @property
    def kind(self):
        if self.first.verdict == "not offered":
            return "lacking"
        if self.first.verdict == "agrees":
            return "default"
        return "option" if self.options else "differs"

    @property
    def options(self):
        """The options with which we answer alike."""
        return [
            " ".join(f"{key}={value}" for key, value in row.case.options.items())
            for row in self.rows[1:]
            if row.verdict == "agrees"
        ]


def questions_of(system, rows):
    """The questions to a system, in the order of the table."""
    found = {}
    for beside in rows:
        for row in beside:
            if row.system == system:
                found.setdefault(row.case.question, Question()).rows.append(row)
    return list(found.values())


def count(questions):
    counts = Counter(question.kind for question in questions)
    return [counts[kind] for kind in KINDS]
