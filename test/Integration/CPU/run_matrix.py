# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and calls the functions of the matrix, and compares with the oracle.

The last line counts the calls that were made against the number that the
tables in expected.py ask for.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from segment_e2e import expected, generate, jobs, oracle, report
from segment_e2e.compare import check
from segment_e2e.elements import ELEMENTS
from segment_e2e.harness import CompileError, Module

_FAILURES_SHOWN = 4


class Matrix:
    """Every type, static and dynamic shapes, i32 and i64 ids, ranks 1 to 3."""

    @staticmethod
    def types(op):
        return [element.name for element in generate.elements_of(op)]

    @staticmethod
    def functions(op, element):
        return generate.functions(op, element)

    @staticmethod
    def calls(function):
        return function.calls()

    @staticmethod
    def cell(function):
        return (function.element.name, function.shapes, function.id_type, function.rank)

    @staticmethod
    def wanted(op):
        return expected.matrix(op)

    attributes = staticmethod(expected.attribute_values)
    clauses = staticmethod(expected.clauses)


class IdTypes(Matrix):
    """The further types of ids, with two types of data."""

    @staticmethod
    def types(op):
        return ["f32", "i16"]

    @staticmethod
    def functions(op, element):
        return generate.functions(op, element, (2,), expected.FURTHER_ID_TYPES)

    @staticmethod
    def wanted(op):
        return expected.matrix(op, (2,), expected.FURTHER_ID_TYPES, ["f32", "i16"])


class KnownIds(Matrix):
    """Ids that are constants of the module."""

    @staticmethod
    def types(op):
        if op.startswith("gather"):
            return []
        names = [element.name for element in generate.elements_of(op)]
        return [name for name in names if name in generate.KNOWN_ID_TYPES]

    @staticmethod
    def functions(op, element):
        return generate.functions_of_known_ids(op, element)

    @staticmethod
    def calls(function):
        return generate.calls_of_known_ids(function)

    @staticmethod
    def cell(function):
        return function.element.name

    @staticmethod
    def wanted(op):
        return expected.known_ids(op)

    @staticmethod
    def attributes(op, element):
        return set()

    @staticmethod
    def clauses(op):
        return []


class Kernels(Matrix):
    """The matrix with i32 ids and as many ranks as give rows with columns and without, for
    what takes longer to compile: kernels see nothing else of a shape."""

    @staticmethod
    def ranks(op):
        # Where ids have several ranks, data of one rank has both kinds of rows.
        is_one_kind = op.startswith("gather") or (
            op.startswith("segment") and not op.endswith("_v2"))
        return (1, 2) if is_one_kind else (2,)

    @staticmethod
    def functions(op, element):
        return generate.functions(op, element, Kernels.ranks(op), id_types=("i32",))

    @staticmethod
    def wanted(op):
        return expected.matrix(op, Kernels.ranks(op), id_types=("i32",))

    @staticmethod
    def attributes(op, element):
        return set()


SUITES = {
    "matrix": Matrix, "id-types": IdTypes, "known-ids": KnownIds, "kernels": Kernels
}


@dataclass
class JobResult:
    cells: Counter = field(default_factory=Counter)
    attributes: set = field(default_factory=set)
    outcomes: Counter = field(default_factory=Counter)
    failures: list = field(default_factory=list)


def _optimization(function):
    """LLVM's level: its optimizer may not matter to results (3.6), so half of
    the functions do without, which compiles faster."""
    return 1 if function.id_type == "i32" else 0


def _run_job(job, note):
    """Runs an op on an element type: all functions, or one."""
    op, element, suite, number = job
    suite = SUITES[suite]
    result = JobResult()
    functions = suite.functions(op, ELEMENTS[element])
    if number is not None:
        functions = functions[number : number + 1]
    for level in (0, 1):
        chosen = [f for f in functions if _optimization(f) == level]
        try:
            _run_module(suite, chosen, level, result, note)
        except CompileError:
            # Find out which functions don't compile, and run the others.
            for function in chosen:
                try:
                    _run_module(suite, [function], level, result, note)
                except CompileError as error:
                    result.failures.append(f"doesn't compile: {error}\n{function.text()}")
    return result


def _run_module(suite, functions, level, result, note):
    text = "\n".join(function.text() for function in functions)
    note.write(f"while compiling\n{text}")
    with Module(text, optimization=level) as module:
        for function in functions:
            _run_function(suite, module, function, result, note)


def _run_function(suite, module, function, result, note):
    result.attributes.update(_attribute_values(function))
    rank = len(function.result_shape)
    for number, call in enumerate(suite.calls(function)):
        operands = [
            np.int32(o) if isinstance(o, int) and function.count_type == "i32" else o
            for o in function.operands_of(call)
        ]
        repeat = report.show(function.name, function.text(), operands)
        note.write(f"in call {number} of\n{repeat}")
        outcome = oracle.evaluate(
            function.op, function.element, *call.operands, **function.oracle_attributes()
        )
        finished = module.call(
            function.name, operands, [(function.element.dtype, rank)]
        )
        result.cells[suite.cell(function)] += 1
        name = f"error {outcome.fault.clause}" if outcome.fault else "result"
        result.outcomes[name] += 1
        wrong = check(finished, outcome)
        if wrong:
            result.failures.append(_describe(number, repeat, wrong, finished, outcome))


def _attribute_values(function):
    defaults = {
        "bounds": "error",
        "nan": "propagate",
        "empty": "zero" if function.family == "v1" else "identity",
    }
    for key, value in function.attributes.items():
        value = value or defaults.get(key)
        if value:
            yield key, value
    if function.family == "gather":
        yield "sorted", "yes" if function.is_sorted else "no"
        yield "weights", "yes" if function.has_weights else "no"


def _describe(number, repeat, wrong, finished, outcome):
    text = f"call {number}: {wrong}\n{repeat}\n"
    if finished.status == 0 and outcome.value is not None:
        text += (
            f"  got\n{report.show_array(finished.results[0])}\n"
            f"  expected\n{report.show_array(outcome.value)}\n"
        )
    return text


def _jobs(op, suite_name, types, apart):
    suite = SUITES[suite_name]
    for name in types:
        if apart:
            for number in range(len(suite.functions(op, ELEMENTS[name]))):
                yield op, name, suite_name, number
        else:
            yield op, name, suite_name, None


def run_op(op, suite_name, element=None, apart=False):
    """Runs an op; returns what was counted and the failures as texts."""
    suite = SUITES[suite_name]
    types = suite.types(op)
    wanted = suite.wanted(op)
    if element:
        types = [name for name in types if name == element]
        wanted = {key: n for key, n in wanted.items() if element in (key, key[0])}
    done, outcomes, failures = Counter(), Counter(), []
    attributes = {name: set() for name in types}
    for job, result, died in jobs.run(_jobs(op, suite_name, types, apart), _run_job):
        if died:
            failures.append(f"{op} on {job[1]}: {died}")
            continue
        done.update(result.cells)
        outcomes.update(result.outcomes)
        failures += [f"{op} on {job[1]}, {text}" for text in result.failures]
        attributes[job[1]] |= result.attributes
    for name, met in attributes.items():
        missing = suite.attributes(op, name) - met
        if missing:
            failures.append(f"{op} on {name}: no call with {sorted(missing)}")
    failures += [
        f"{op} with {cell}: {done[cell]} calls executed, {count} expected"
        for cell, count in wanted.items()
        if done[cell] != count
    ]
    failures += [
        f"{op}: no call met the error of clause {clause}"
        for clause in suite.clauses(op)
        if not element and not outcomes[f"error {clause}"]
    ]
    return sum(done.values()), sum(wanted.values()), outcomes, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ops", nargs="+", help="ops without 'segment.', or 'all'")
    parser.add_argument("--suite", choices=SUITES, default="matrix")
    parser.add_argument("--element", help="run this element type only")
    parser.add_argument(
        "--apart", action="store_true", help="compile each function by itself"
    )
    parser.add_argument("--all-failures", action="store_true", help="show every failure")
    options = parser.parse_args()

    ops = generate.OPS if options.ops == ["all"] else options.ops
    total = Counter()
    for op in ops:
        done, wanted, outcomes, failures = run_op(
            op, options.suite, options.element, options.apart
        )
        shown = failures if options.all_failures else failures[:_FAILURES_SHOWN]
        for text in shown:
            print(f"FAILED: {text}")
        summary = ", ".join(f"{name} {n}" for name, n in sorted(outcomes.items()))
        print(f"{op}: {summary}")
        print(f"{op}: {done} calls executed, {wanted} expected, {len(failures)} failures",
              flush=True)
        total.update(executed=done, expected=wanted, failures=len(failures))
    if len(ops) > 1:
        print(
            f"all: {total['executed']} calls executed, "
            f"{total['expected']} expected, {total['failures']} failures"
        )
    return 1 if total["failures"] or not total["executed"] else 0


if __name__ == "__main__":
    sys.exit(main())
