# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same results by pandas, from the table itself, keyed by names.

Nothing here uses the arrays or the numbering that segment-run is given, so a
slip in preparing them shows up as a difference.
"""

import numpy
import pandas

ROUTE_START = 10_000.0


def _dates(flights: pandas.DataFrame) -> pandas.Series:
    return pandas.to_datetime(flights[["year", "month", "day"]])


def day_min_delay(flights: pandas.DataFrame, propagate: bool) -> pandas.Series:
    """By date, from 1 January to the last day with a flight; 0 where none is."""
    delays = flights["dep_delay"].groupby(_dates(flights))
    if propagate:  # numpy's minimum propagates NaN, pandas' skips it
        smallest = delays.agg(lambda day: numpy.min(day.to_numpy()))
    else:
        smallest = delays.min()
    last = smallest.index.max()
    dates = pandas.date_range(f"{last.year}-01-01", last)
    return smallest.reindex(dates, fill_value=0.0)


def aircraft_miles(flights: pandas.DataFrame) -> pandas.Series:
    return flights.groupby("tailnum")["distance"].sum()


def aircraft_min_air_time(flights: pandas.DataFrame) -> pandas.Series:
    return flights.groupby("tailnum")["air_time"].min()


def route_min_air_time(flights: pandas.DataFrame) -> pandas.DataFrame:
    """Origins as rows, destinations as columns."""
    shortest = flights.groupby(["origin", "dest"])["air_time"].min().unstack()
    return shortest.fillna(ROUTE_START)


def first_fall(flights: pandas.DataFrame) -> tuple[int, int, int] | None:
    """The first row of the file that is of an earlier day than the row before:
    its position and both days, counted from 0."""
    start = pandas.Timestamp(int(flights["year"].iloc[0]), 1, 1)
    days = [(date - start).days for date in _dates(flights)]
    for position in range(1, len(days)):
        if days[position] < days[position - 1]:
            return position, days[position - 1], days[position]
    return None
