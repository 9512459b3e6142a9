# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the modules of this folder on the flights that left New York City in 2013.

Every result is compared with one that pandas computes. The last line says
`demo: R results, D differences`; the exit status is 1 if D isn't 0.
"""

import argparse
import re
import sys
from pathlib import Path

import numpy
import pandas

import data
import reference
import report
from compare import Comparison
from runner import Runner, RunError

HERE = Path(__file__).resolve().parent


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--build-dir",
        type=Path,
        default=HERE.parent.parent / "build",
        metavar="DIR",
        help="build folder; segment-run is in its bin (default: %(default)s)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=HERE / "out",
        metavar="DIR",
        help="folder for the data, the arrays and the plot (default: %(default)s)",
    )
    parser.add_argument(
        "--flights",
        type=Path,
        metavar="CSV",
        help="flights of one year to take instead of those of 2013, as a file with "
        "(at least) the columns " + ", ".join(data.COLUMNS),
    )
    parser.add_argument(
        "--target",
        choices=["cpu", "cuda-emulation"],
        default="cpu",
        help="what the modules run on (default: %(default)s)",
    )
    return parser.parse_args()


def load(arguments: argparse.Namespace) -> tuple[pandas.DataFrame, dict, dict]:
    if arguments.flights:
        return data.read_flights(arguments.flights), {}, {}
    folder = arguments.out / "data"
    flights = data.read_flights(data.fetch(folder))
    if len(flights) != data.ROWS:
        raise data.DataError(f"expected {data.ROWS:,} flights, got {len(flights):,}")
    return flights, *data.read_names(folder)


def introduce(flights: pandas.DataFrame) -> None:
    missing = flights.isna().sum()
    print(
        f"{len(flights):,} flights from New York City in {flights['year'].iloc[0]}; without "
        f"departure delay: {missing['dep_delay']:,}, without air time: "
        f"{missing['air_time']:,}, without tail number: {missing['tailnum']:,}"
    )


def show_order_error(
    comparison: Comparison,
    runner: Runner,
    flights: pandas.DataFrame,
    delay: numpy.ndarray,
    day: numpy.ndarray,
) -> None:
    """The rows in the file's own order, which a sorted op has to refuse."""
    fall = reference.first_fall(flights)
    if fall is None:
        raise data.DataError(
            "the flights are in order of their days already, so that the error "
            "for falling days can't be shown"
        )
    position, before, after = fall
    months = ", ".join(str(month) for month in flights["month"].unique()[:5])
    print(f"\nOn purpose, the days in the file's own order (months {months}, ...):")
    done = runner.call(
        "day_min_delay.mlir",
        "ignore",
        runner.save("delay_unsorted", delay),
        runner.save("day_unsorted", day),
    )
    for line in done.message.splitlines():
        print(f"  | {line}")

    faults = []
    if not 0 < done.status < 128:
        faults.append(f"expected an exit status from 1 to 127, got {done.status}")
    if done.output is not None:
        faults.append("expected no output file, got one")
    # Only what follows "error:" counts: a location has numbers, too.
    error = next((line for line in done.message.splitlines() if "error:" in line), "")
    words = set(re.findall(r"\[\d+\]|-?\d+", error.partition("error:")[2]))
    for what, word in [
        ("position", f"[{position}]"),
        ("id", str(after)),
        ("id before", str(before)),
    ]:
        if word not in words:
            faults.append(f"expected the {what}, {word}, in the message")
    comparison.condition("the error", faults)


def run(arguments: argparse.Namespace) -> int:
    runner = Runner(arguments.build_dir, arguments.out / "arrays", arguments.target)
    flights, airport_names, aircraft_names = load(arguments)
    introduce(flights)

    # What segment-run gets: values, and numbers in place of days and names.
    dates = pandas.to_datetime(flights[["year", "month", "day"]])
    day = dates.dt.day_of_year.to_numpy("int64") - 1
    delay = flights["dep_delay"].to_numpy("float32")
    air_time = flights["air_time"].to_numpy("float32")
    miles = flights["distance"].to_numpy("int64")
    aircraft_of, aircraft = pandas.factorize(flights["tailnum"], sort=True)  # missing: -1
    origin_of, origins = pandas.factorize(flights["origin"], sort=True)
    destination_of, destinations = pandas.factorize(flights["dest"], sort=True)
    route_of = numpy.stack([origin_of, destination_of], axis=1).astype("int32")
    in_order = numpy.argsort(day, kind="stable")

    print("\nsegment-run, including compilation:")
    days = (runner.save("delay", delay[in_order]), runner.save("day", day[in_order]))
    delay_propagate = runner.result("day_min_delay.mlir", "propagate", *days)
    delay_ignore = runner.result("day_min_delay.mlir", "ignore", *days)
    aircraft_numbers = runner.save("aircraft", aircraft_of.astype("int32"))
    aircraft_count = f"i32={len(aircraft)}"
    aircraft_miles = runner.result(
        "aircraft_miles.mlir",
        "aircraft_miles",
        runner.save("miles", miles),
        aircraft_numbers,
        aircraft_count,
    )
    air_times = runner.save("air_time", air_time)
    aircraft_air_time = runner.result(
        "aircraft_min_air_time.mlir",
        "aircraft_min_air_time",
        air_times,
        aircraft_numbers,
        aircraft_count,
    )
    routes = runner.result(
        "route_min_air_time.mlir",
        "route_min_air_time",
        air_times,
        runner.save("route", route_of),
        f"i32={len(origins)}",
        f"i32={len(destinations)}",
    )

    comparison = Comparison()
    show_order_error(comparison, runner, flights, delay, day)

    print("\nCompared with pandas:")
    for what, got, propagate in [
        ("smallest delay by day, NaN propagates", delay_propagate, True),
        ("smallest delay by day, nan<ignore>", delay_ignore, False),
    ]:
        want = reference.day_min_delay(flights, propagate)
        names = [f"{date:%Y-%m-%d}" for date in want.index]
        comparison.array(what, got, want.to_numpy(), numpy.float32, names.__getitem__)
    calendar = want.index
    # loc[...] puts the reference's rows, which carry names, in the order of the
    # numbers that segment-run was given.
    comparison.array(
        "miles by aircraft",
        aircraft_miles,
        reference.aircraft_miles(flights).loc[aircraft].to_numpy(),
        numpy.int64,
        lambda number: aircraft[number],
    )
    comparison.array(
        "shortest air time by aircraft",
        aircraft_air_time,
        reference.aircraft_min_air_time(flights).loc[aircraft].to_numpy(),
        numpy.float32,
        lambda number: aircraft[number],
    )
    comparison.array(
        "shortest air time by origin and destination",
        routes,
        reference.route_min_air_time(flights).loc[origins, destinations].to_numpy(),
        numpy.float32,
        lambda o, d: f"{origins[o]} to {destinations[d]}",
    )

    if comparison.differences == 0:  # else the shapes may be wrong, too
        results = report.Results(
            dates=calendar,
            day_has_flights=calendar.isin(dates),
            delay_propagate=delay_propagate,
            delay_ignore=delay_ignore,
            aircraft=list(aircraft),
            miles=aircraft_miles,
            air_time=aircraft_air_time,
            origins=list(origins),
            destinations=list(destinations),
            routes=routes,
        )
        report.print_tables(results, airport_names, aircraft_names)
        picture = arguments.out / "flights.png"
        report.plot(results, picture)
        print(f"\nplot: {picture}")
    print(comparison.summary())
    return 1 if comparison.differences else 0


def main() -> int:
    arguments = parse_arguments()
    try:
        return run(arguments)
    except (data.DataError, RunError) as error:
        sys.stdout.flush()
        print(f"error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
