# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Our side of a row: compiled, checked against itself, and timed in this
process."""

import time

import numpy as np

import modules
from worker import measure


class Candidate:
    """The functions of a row, compiled and bound to its arrays."""

    def __init__(self, compiler, row, arrays, pipeline_options, thread_counts):
        start = time.perf_counter()
        executable = compiler.compile(modules.make_module(row), pipeline_options)
        self.compile_seconds = time.perf_counter() - start
        fresh, into = (executable.function(name) for name in ("fresh", "into"))
        arguments = modules.make_arguments(row, arrays)
        self.result = fresh(*arguments)
        # A scatter in place goes on from its last result, which costs the same.
        self.out = arrays["input"].copy() if "input" in arrays else self.result * 0
        into_arguments = modules.make_into_arguments(row, arrays, self.out)
        self.calls = {}
        for threads in thread_counts:
            call = fresh.bind(arguments, threads)
            self.calls["fresh", threads] = self._fresh(call)
            self.calls["into", threads] = into.bind(into_arguments, threads).run
        self._check(fresh.bind(arguments, max(thread_counts)))

    @staticmethod
    def _fresh(call):
        def run():
            call.run()
            call.drop()

        return run

    def _check(self, call):
        """The result must not depend on where it goes or on the threads."""
        call.run()
        (again,) = call.take()
        for (name, _), run in self.calls.items():
            if name == "into":
                run()
                again_out = self.out
                if not same_bits(again_out, self.result):
                    raise AssertionError("the results of @fresh and @into differ")
        if not same_bits(again, self.result):
            raise AssertionError("the results of two calls differ")

    def time(self, key, calls, warm_up):
        return measure(self.calls[key], calls, warm_up)


def same_bits(first, second):
    """A NaN equals itself here."""
    return first.shape == second.shape and np.array_equal(
        first.view(np.uint8), second.view(np.uint8)
    )


def compile_times(compiler, row, pipeline_options, count=5):
    """Median seconds to compile the row's module with one function, with a
    static and with a dynamic inner size."""
    times = {}
    for name, dynamic in (("static", False), ("dynamic", True)):
        text = modules.make_module(row, dynamic).split("func.func @into")[0]
        samples = []
        for _ in range(count):
            start = time.perf_counter()
            compiler.compile(text, pipeline_options)
            samples.append(time.perf_counter() - start)
        times[name] = float(np.median(samples))
    return times
