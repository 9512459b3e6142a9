# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds results to the bars of bars.json."""

import json
import math
import os

BARS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bars.json")


def read_bars(path=BARS):
    with open(path) as file:
        return json.load(file)


def _find_method(result, bar):
    times = [
        peer["seconds"]
        for peer in result["peers"]
        if peer.get("seconds")
        and peer["peer"] == bar["peer"]
        and peer["method"] == bar["method"]
    ]
    return min(times, default=None)


def _judge_row(result, bars):
    """(passes, reasons why the row misses a bar that has no exceptions)."""
    ours, memory = result["seconds"], result["memory_seconds"]
    fastest = result["fastest_seconds"]
    hard = []
    for bar in bars["method_fractions"]:
        if result["row"]["op"] != bar["op"]:
            continue
        theirs = _find_method(result, bar)
        if theirs is None:
            continue
        if ours > bar["fraction"] * theirs:
            hard.append(
                f"{ours / theirs:.2f} of {bar['peer']} {bar['method']}, "
                f"expected at most {bar['fraction']}"
            )
        return True, hard
    if fastest and ours > bars["slowest_fraction"] * fastest:
        hard.append(f"slower than {result['fastest']}: {ours / fastest:.2f} of its time")
    passes = ours <= bars["memory_factor"] * memory or (
        fastest is not None and ours <= bars["peer_fraction"] * fastest
    )
    return passes, hard


def _judge_threads(result, bars):
    times = result["ours"]["fresh"]
    most = max(times, key=int)
    one, many = times.get("1"), times[most]
    bar = bars["threads"]
    if one is None or most == "1" or one < bar["judged_above_seconds"]:
        return []
    gain = one / many
    if gain < bar["never_below"]:
        return [f"slower with {most} threads: {gain:.2f} times as fast"]
    # As far as memory lets it.
    expected = min(bar["gain"], result["memory"]["1"] / result["memory"][most])
    if one > bar["gain_above_seconds"] and gain < expected:
        return [
            f"{gain:.2f} times as fast with {most} threads, expected {expected:.2f}"
        ]
    return []


def _judge_growth(results, bars):
    """Whether time grows with the number of rows, once no cache helps."""
    series = {}
    for result in results:
        row = result["row"]
        if row["group"] == "scaling" and result["bytes"] >= bars["growth"]["above_bytes"]:
            series.setdefault((row["op"], row["columns"]), []).append(result)
    missed = []
    for points in series.values():
        for less, more in zip(points, points[1:]):
            growth = more["seconds"] / less["seconds"]
            rows = more["row"]["rows"] / less["row"]["rows"]
            if growth > bars["growth"]["factor"] * rows:
                missed.append(
                    f"{more['name']}: {growth:.1f} times the time of "
                    f"{less['row']['rows']:,} rows"
                )
    return missed


def judge(report, bars):
    """A list of the bars that are missed, as text. Sets `passes` of each row."""
    missed = []
    misses = {}
    for result in report["rows"]:
        name = f"{result['row']['dtype']}: {result['name']}"
        result["passes"], hard = True, []
        if result["row"]["group"] == "main":
            result["passes"], hard = _judge_row(result, bars)
        hard += _judge_threads(result, bars)
        hard += [
            f"{p['peer']} {p['method']}: {p['difference']}"
            for p in result["peers"]
            if p.get("difference")
        ]
        missed += [f"{name}: {reason}" for reason in hard]
        if not result["passes"]:
            misses.setdefault(result["row"]["dtype"], []).append(result["name"])
    missed += _judge_growth(report["rows"], bars)
    for dtype, names in misses.items():
        if len(names) > bars["exceptions_per_dtype"]:
            missed.append(
                f"{dtype}: {len(names)} rows take more than {bars['peer_fraction']} "
                f"of their fastest peer and {bars['memory_factor']} of memory's time, "
                f"expected at most {bars['exceptions_per_dtype']}"
            )
    for bar in bars["geometric_mean"]:
        mean = geometric_mean(report["rows"], bar["dtypes"])
        if mean is not None and mean < bar["at_least"]:
            missed.append(
                f"{' and '.join(bar['dtypes'])}: geometric mean {mean:.2f} times ahead, "
                f"expected {bar['at_least']}"
            )
    for kind, seconds in report.get("compile", {}).items():
        if seconds > bars["compile_seconds"][kind]:
            missed.append(
                f"compiling with {kind} inner size: {seconds * 1e3:.0f} ms, "
                f"expected at most {bars['compile_seconds'][kind] * 1e3:.0f}"
            )
    return missed


def geometric_mean(results, names):
    """How many times ahead of the fastest peer of each row, or None."""
    ratios = [
        r["fastest_seconds"] / r["seconds"]
        for r in results
        if r["row"]["dtype"] in names
        and r["row"]["group"] == "main"
        and r["fastest_seconds"]
    ]
    if not ratios:
        return None
    return math.exp(sum(map(math.log, ratios)) / len(ratios))
