# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows the results: a table to read and a picture."""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy
import pandas

from reference import ROUTE_START

CITY = {"EWR": "Newark", "JFK": "Kennedy", "LGA": "LaGuardia"}
COLORS = ["#0072b2", "#d55e00", "#009e73"]  # told apart by colour-blind readers


@dataclass
class Results:
    """What segment-run computed, with the names of the rows and columns."""

    dates: pandas.DatetimeIndex
    day_has_flights: numpy.ndarray
    delay_propagate: numpy.ndarray
    delay_ignore: numpy.ndarray
    aircraft: list[str]
    miles: numpy.ndarray
    air_time: numpy.ndarray
    origins: list[str]
    destinations: list[str]
    routes: numpy.ndarray


def _table(title: str, head: list[str], rows: list[list[str]], right: set[int]) -> None:
    widths = [max(len(row[c]) for row in [head, *rows]) for c in range(len(head))]
    print(f"\n{title}")
    for row in [head, *rows]:
        cells = [
            cell.rjust(width) if c in right else cell.ljust(width)
            for c, (cell, width) in enumerate(zip(row, widths))
        ]
        print("  " + "  ".join(cells).rstrip())


def _minutes(value: float) -> str:
    return "unknown" if numpy.isnan(value) else f"{value:.0f} min"


def _day(date: pandas.Timestamp) -> str:
    return f"{date.day_name()[:3]} {date.day:2} {date.month_name()}"


def _quickest(results: Results) -> list[tuple[float, int, int]]:
    """Connections with a known air time as (minutes, origin, destination)."""
    known = numpy.argwhere(results.routes < ROUTE_START)
    return sorted((float(results.routes[o, d]), int(o), int(d)) for o, d in known)


def print_tables(
    results: Results, airport_names: dict[str, str], aircraft_names: dict[str, str]
) -> None:
    by_miles = numpy.argsort(-results.miles, kind="stable")[:5]
    _table(
        "The most-flown aircraft",
        ["tail number", "aircraft", "miles", "shortest air time"],
        [
            [
                results.aircraft[a],
                aircraft_names.get(results.aircraft[a], "not in the register"),
                f"{results.miles[a]:,}",
                _minutes(results.air_time[a]),
            ]
            for a in by_miles
        ],
        right={2, 3},
    )
    unknown = [results.aircraft[a] for a in numpy.flatnonzero(numpy.isnan(results.air_time))]
    print(
        f"  aircraft without any known air time: {len(unknown)} of "
        f"{len(results.aircraft):,}" + (f" ({', '.join(unknown[:6])})" if unknown else "")
    )

    quickest = _quickest(results)
    _table(
        "The quickest connections",
        ["from", "", "to", "", "air time"],
        [
            [
                results.origins[o],
                CITY.get(results.origins[o], ""),
                results.destinations[d],
                airport_names.get(results.destinations[d], ""),
                _minutes(minutes),
            ]
            for minutes, o, d in quickest[:5]
        ],
        right={4},
    )
    print(
        f"  connections with a known air time: {len(quickest)} of {results.routes.size}; "
        f"the others keep {ROUTE_START:,.0f}"
    )

    known = results.day_has_flights & ~numpy.isnan(results.delay_ignore)
    days = numpy.flatnonzero(known)
    rows = []
    if days.size:
        delays = results.delay_ignore[days]
        for title, delay in [("worst", delays.max()), ("best", delays.min())]:
            same = days[delays == delay]
            others = f"and {same.size - 1} more" if same.size > 1 else ""
            rows.append([title, _day(results.dates[same[0]]), f"{delay:+.0f} min", others])
    _table(
        "The days, by the delay of their most punctual departure (negative: early)",
        ["", "day", "delay", ""],
        rows,
        right={2},
    )
    print(
        f"  days that are NaN when missing values propagate: "
        f"{numpy.isnan(results.delay_propagate).sum()} of {results.dates.size}; "
        f"with nan<ignore>: {numpy.isnan(results.delay_ignore).sum()}"
    )


def plot(results: Results, path: Path) -> None:
    os.environ.setdefault("MPLCONFIGDIR", str(path.parent / "matplotlib"))
    import matplotlib  # after MPLCONFIGDIR is set, which it reads at once

    matplotlib.use("Agg")
    import matplotlib.dates
    import matplotlib.pyplot as pyplot

    year = results.dates[0].year
    figure, (top, bottom) = pyplot.subplots(
        2, 1, figsize=(10, 10), height_ratios=[4, 5], layout="constrained"
    )
    figure.get_layout_engine().set(h_pad=0.12)

    delay = numpy.where(results.day_has_flights, results.delay_ignore, numpy.nan)
    top.plot(results.dates, delay, color="#8ab6d6", linewidth=1, zorder=1)
    top.scatter(
        results.dates, delay, s=9, color=COLORS[0], zorder=2, label="nan<ignore>: every day"
    )
    complete = results.day_has_flights & ~numpy.isnan(results.delay_propagate)
    top.scatter(
        results.dates[complete],
        results.delay_propagate[complete],
        s=60,
        facecolors="none",
        edgecolors=COLORS[1],
        linewidths=1.6,
        zorder=3,
        label=f"NaN propagates: {complete.sum()} days without a missing value",
    )
    if not numpy.isnan(delay).all():
        best = int(numpy.nanargmin(delay))
        date = results.dates[best]
        late = best > results.dates.size / 2
        top.annotate(
            f"{date.day} {date.month_name()}: {-delay[best]:.0f} minutes early",
            (date, delay[best]),
            xytext=(-12 if late else 12, 0),
            textcoords="offset points",
            ha="right" if late else "left",
            va="center",
        )
    top.set_title(
        f"Most punctual departure from New York City, each day of {year}", loc="left"
    )
    top.set_ylabel("smallest departure delay (minutes)")
    top.xaxis.set_major_locator(matplotlib.dates.MonthLocator())
    top.xaxis.set_major_formatter(matplotlib.dates.DateFormatter("%b"))
    day = pandas.Timedelta(days=1)
    top.set_xlim(results.dates[0] - 3 * day, results.dates[-1] + day)
    top.legend(loc="best", frameon=False)

    quickest = _quickest(results)[:20]
    color = {o: COLORS[o % len(COLORS)] for o in range(len(results.origins))}
    labels = [f"{results.origins[o]} – {results.destinations[d]}" for _, o, d in quickest]
    bars = bottom.barh(
        labels,
        [minutes for minutes, _, _ in quickest],
        color=[color[o] for _, o, _ in quickest],
        height=0.72,
    )
    bottom.bar_label(bars, fmt="%.0f", padding=3)
    bottom.invert_yaxis()
    bottom.set_title("The quickest connections: shortest air time", loc="left")
    bottom.set_xlabel("minutes in the air")
    bottom.margins(x=0.06, y=0.015)
    origins = [
        (pyplot.Rectangle((0, 0), 1, 1, color=color[o]), f"from {CITY.get(code, code)} ({code})")
        for o, code in enumerate(results.origins)
    ]
    bottom.legend(*zip(*origins), loc="upper right", frameon=False)

    for axes in (top, bottom):
        axes.spines[["top", "right"]].set_visible(False)
    top.grid(axis="y", color="#dddddd")
    bottom.grid(axis="x", color="#dddddd")
    for axes in (top, bottom):
        axes.set_axisbelow(True)
    figure.savefig(path, dpi=130)
    pyplot.close(figure)
