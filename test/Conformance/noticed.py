# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %segment_src_root | FileCheck %s
# CHECK: 7 kinds of faults are noticed
"""Shows that the replay notices what is wrong with answers, rules and recordings."""

import sys
from fnmatch import fnmatchcase
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[1]) / "conformance"))

import answer  # noqa: E402
import expected  # noqa: E402
import rules  # noqa: E402
import situations  # noqa: E402
from recording import Recording  # noqa: E402
from replaying import replay  # noqa: E402
from rules.rule import Rule  # noqa: E402

CASES = situations.all_cases()


def cases(pattern):
    found = [case for case in CASES if fnmatchcase(case.name, pattern)]
    assert found, pattern
    return found


def faults(pattern, ask=None, system="torch"):
    _, findings = replay(cases(pattern), [Recording(system)], ask)
    return [headline for headline in findings.faults]


def reference(case):
    return expected.expect(case).answer


def another_value(case):
    right = reference(case).value.copy()
    right.flat[0] += 1
    return answer.value(right)


def another_type(case):
    return answer.value(reference(case).value.astype("float64"))


def another_error(case):
    return answer.Answer("error", "KeyError")


def with_rules(changed, pattern):
    """The faults when the rules are others."""
    kept = rules.RULES
    rules.RULES = changed
    try:
        return faults(pattern)
    finally:
        rules.RULES = kept


plain = "plain unsorted_segment_sum f32"
refused = "negative-count unsorted_segment_sum f32"
differing = "negative-zero unsorted_segment_min f32"
extra = Rule("3.5", "nothing", situations=("plain",))

assert not faults(plain, reference)
assert any("another value than the reference" in f for f in faults(plain, another_value))
assert any("another value than the reference" in f for f in faults(plain, another_type))
assert any("got an error" in f for f in faults(plain, another_error))
assert any("expected ValueError" in f for f in faults(refused, another_error))

assert not faults(differing)
assert any("unexplained" in f for f in with_rules((), differing))
assert any("stale" in f for f in with_rules((extra, *rules.RULES), plain))

missing = Recording("torch")
missing._answers = {}
_, findings = replay(cases(plain), [missing])
assert any("not recorded" in f for f in findings.faults)
print("7 kinds of faults are noticed")
