# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a case is, and how situations register themselves."""

from dataclasses import dataclass, field

from operations import Operation
from segment_e2e.elements import Element


@dataclass(frozen=True)
class Variant:
    """One call in a situation: operands as in the IR, and our options.

    `label` tells apart what a situation calls with other operands; systems are
    asked once for each label, as they know nothing of our options.
    """

    operands: tuple
    options: dict = field(default_factory=dict)
    label: str = ""


@dataclass(frozen=True)
class Situation:
    name: str
    summary: str
    clauses: tuple
    is_risky: bool
    make: object


@dataclass(frozen=True)
class Case:
    situation: Situation
    op: Operation
    element: Element
    variant: Variant

    @property
    def operands(self):
        return self.variant.operands

    @property
    def options(self):
        return self.variant.options

    @property
    def question(self):
        """What is asked of a system: (situation and label, op, type)."""
        label = self.variant.label
        name = self.situation.name + (f"/{label}" if label else "")
        return name, self.op.name, self.element.name

    @property
    def name(self):
        options = "".join(f" {k}={v}" for k, v in self.options.items())
        return " ".join(self.question) + options


SITUATIONS = {}


def situation(name, summary, clauses, is_risky=False):
    """Registers a generator `make(op, element)` of variants.

    `clauses` are those of docs/Semantics.md that its cases are about. What may
    crash a system or harm its process is asked last (`is_risky`).
    """

    def register(make):
        assert name not in SITUATIONS, name
        SITUATIONS[name] = Situation(name, summary, tuple(clauses), is_risky, make)
        return make

    return register
