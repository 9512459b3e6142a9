# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Goes through the table: our answers beside the reference and the recordings."""

from collections import Counter
from dataclasses import dataclass, field

import comparison
import expected
import rules
from rows import System

VERDICTS = ("agrees", "differs", "not offered", "unexplained", "stale", "not recorded")


@dataclass
class Findings:
    """What came out, in a form that processes can hand to each other."""

    cases: int = 0
    verdicts: dict = field(default_factory=dict)  # {system: Counter}
    clauses: set = field(default_factory=set)
    rules: Counter = field(default_factory=Counter)  # by number in rules.RULES
    faults: dict = field(default_factory=dict)  # {headline: [example, ...]}

    def add_fault(self, headline, example):
        self.faults.setdefault(headline, []).append(example)

    def merge(self, other):
        self.cases += other.cases
        for system, counts in other.verdicts.items():
            self.verdicts.setdefault(system, Counter()).update(counts)
        self.clauses |= other.clauses
        self.rules.update(other.rules)
        for headline, examples in other.faults.items():
            self.faults.setdefault(headline, []).extend(examples)


def replay(cases, recordings, ask=None):
    """Rows of all cases, one list for each, and the Findings.

    `ask` gives our answer to a case; without it the reference is what we answer.
    """
    systems = [System(recording) for recording in recordings]
    findings = Findings(verdicts={system.name: Counter() for system in systems})
    rows = []
    for case in cases:
        findings.cases += 1
        wanted = expected.expect(case)
        findings.clauses.update(case.situation.clauses)
        # Which exception an error is, is 4.18.
        findings.clauses.update([wanted.clause, "4.18"] if wanted.clause else [])
        answer = wanted.answer
        if ask:
            answer = ask(case)
            _check_ours(findings, case, answer, wanted)
        rows.append([])
        for system in systems:
            row = system.row(case, answer, wanted.tolerance)
            rows[-1].append(row)
            _note(findings, row)
    return rows, findings


def _check_ours(findings, case, answer, wanted):
    """Our answer is the reference's, and of errors the class is that of 4.18."""
    place = f"ours: {case.situation.name}, {case.op.name}"
    if wanted.exceptions:
        if answer.kind != "error" or answer.detail not in wanted.exceptions:
            names = " or ".join(wanted.exceptions)
            got = comparison.describe(answer)
            findings.add_fault(
                f"{place}: expected {names} (clause {wanted.clause}), got {got}",
                f"{case.name}: {answer.message}",
            )
        return
    wrong = comparison.compare(case, answer, wanted.answer, wanted.tolerance)
    if wrong:
        headline = (
            "got an error" if answer.kind == "error" else "another value than the reference"
        )
        findings.add_fault(
            f"{place}: {headline}", f"{case.name}: {wrong}: {answer.message}"
        )


def _note(findings, row):
    findings.verdicts[row.system][row.verdict] += 1
    if row.rule and row.verdict != "not offered":
        findings.rules[rules.RULES.index(row.rule)] += 1
        findings.clauses.add(row.rule.clause)
    if row.is_wrong:
        case = row.case
        sides = (
            f"ours {comparison.describe(row.ours)}, theirs {comparison.describe(row.theirs)}"
            if row.theirs
            else ""
        )
        findings.add_fault(
            f"{row.system}: {row.verdict}: {case.question[0]}, {case.op.family}: {sides}",
            f"{case.name}: {row.difference or 'the same'}",
        )
