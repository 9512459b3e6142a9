# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Segments without rows: what systems show in them."""

from segment_e2e.oracle import empty_value

from .rule import EVERY, Rule

# Situations with a segment without rows.
_SITUATIONS = (
    "empty-segments",
    "first-id",
    "gaps",
    "id-types/uint8-above-127",
    "more-segments",
    "no-rows",
    "only-dropped-rows",
    "scalar-ids",
)


def _shows_other_than(convention):
    """Whether we show something else than the convention of that name (1.2)."""

    def when(case):
        default = "zero" if case.op.family == "v1" else "identity"
        chosen = case.options.get("empty", default)
        ours, theirs = (
            empty_value(case.op.kind, case.element, empty) for empty in (chosen, convention)
        )
        return ours != theirs

    return when


def empties(systems, convention, families, kinds=("min", "max"), but=(), types=EVERY):
    """The rule for systems that show `convention`; `but` are situations without
    a result, or without such a segment."""
    what = {
        "zero": "0",
        "identity": "the type's largest and lowest finite values",
        "infinity": "the infinities, of integers the largest and lowest values",
    }[convention]
    return Rule(
        "1.2",
        f"empty segments of minima and maxima show {what} there",
        systems=systems,
        situations=tuple(name for name in _SITUATIONS if name not in but),
        families=families,
        kinds=kinds,
        types=types,
        theirs=("value",),
        when=_shows_other_than(convention),
    )
