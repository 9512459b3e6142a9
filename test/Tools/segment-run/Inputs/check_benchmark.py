# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the line of JSON that benchmark.test makes."""

import json
import sys

with open(sys.argv[1]) as file:
    times = json.load(file)
assert times["function"] == "f", times
assert times["runs"] == 4, times
assert 0 < times["min"] <= times["median"] < 60, times
assert times["bytes"] == 100 * 4 * 4 + 100 * 4 + 4 + 10 * 4 * 4, times
rate = times["bytes"] / times["median"]
assert abs(times["bytes_per_second"] - rate) <= 1e-6 * rate, times
