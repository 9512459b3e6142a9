# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a report as a Markdown table and as a plot.

    report.py results.json [--markdown=FILE] [--plot=FILE]

does the same with the JSON of an earlier run.
"""

import argparse
import json

import judge


def format_ms(seconds):
    if seconds is None:
        return ""
    ms = seconds * 1e3
    return f"{ms:.4f}" if ms < 0.1 else f"{ms:.2f}" if ms < 10 else f"{ms:.1f}"


def _format_row(result):
    ours, fastest = result["seconds"], result["fastest_seconds"]
    times = result["ours"]["fresh"]
    most = max(times, key=int)
    gain = f"{times['1'] / times[most]:.2f}" if "1" in times and most != "1" else ""
    cells = [
        result["name"],
        format_ms(ours),
        format_ms(result["ours"]["into"][most]),
        f"{result['fastest']} {format_ms(fastest)}" if fastest else "",
        f"{fastest / ours:.2f}" if fastest else "",
        format_ms(result["memory_seconds"]),
        f"{ours / result['memory_seconds']:.2f}",
        gain,
        "yes" if result["passes"] else "no",
    ]
    return "| " + " | ".join(cells) + " |"


def make_markdown(report):
    """The tables, one for each element type."""
    machine, threads = report["machine"], report["threads"]
    lines = [
        f"Measured on {machine['processor']}, {machine['cores']} cores, "
        f"{threads} threads; medians of {report['rounds']} rounds, milliseconds.",
        "",
        "Memory: "
        + "; ".join(
            f"{n} thread{'s' if n != '1' else ''} read {s['read'] / 1e9:.1f}, "
            f"copy {s['copy'] / 1e9:.1f} GB/s"
            for n, s in report["memory"].items()
        )
        + ".",
        "",
        "Peers: "
        + ", ".join(f"{k} {v}" for k, v in report["versions"].items() if v)
        + ".",
    ]
    names = list(dict.fromkeys(r["row"]["dtype"] for r in report["rows"]))
    for name in names:
        rows = [r for r in report["rows"] if r["row"]["dtype"] == name]
        mean = judge.geometric_mean(rows, [name])
        lines += ["", f"### {name}", ""]
        if mean is not None:
            lines += [f"Geometric mean: {mean:.2f} times as fast as the fastest peer.", ""]
        lines += [
            "| workload | ours | `out=` | fastest peer | times ahead | memory "
            "| times memory | gain of threads | within the bar |",
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        ]
        lines += map(_format_row, rows)
    if report.get("compile"):
        lines += [
            "",
            "Compiling one operation: "
            + ", ".join(
                f"{seconds * 1e3:.0f} ms with {kind} inner size"
                for kind, seconds in report["compile"].items()
            )
            + ".",
        ]
    if report["missed"]:
        lines += ["", "Bars that were missed:", ""]
        lines += [f"- {text}" for text in report["missed"]]
    return "\n".join(lines) + "\n"


def plot(report, path):
    """Bars of ours and the fastest peer, and a mark for memory's time, for the
    first element type."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    main = [r for r in report["rows"] if r["row"]["group"] == "main"]
    scaling = [r for r in report["rows"] if r["row"]["group"] == "scaling"]
    panels = [p for p in (main, scaling) if p]
    figure, axes = plt.subplots(
        len(panels),
        1,
        figsize=(9, 1.2 + 0.36 * max(map(len, panels)) * len(panels)),
        squeeze=False,
    )
    for axis, rows in zip(axes[:, 0], panels):
        if rows is main:
            rows = [r for r in rows if r["row"]["dtype"] == rows[0]["row"]["dtype"]]
            _plot_main(axis, rows)
        else:
            _plot_scaling(axis, rows)
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)


def _plot_main(axis, rows):
    positions = range(len(rows))
    height = 0.38
    peers = [r["fastest_seconds"] or 0 for r in rows]
    axis.barh(
        [p + height / 2 for p in positions],
        [1e3 * s for s in peers],
        height,
        label="fastest peer",
        color="#b0b7bf",
    )
    axis.barh(
        [p - height / 2 for p in positions],
        [1e3 * r["seconds"] for r in rows],
        height,
        label="segment",
        color="#2a6fb0",
    )
    axis.scatter(
        [1e3 * r["memory_seconds"] for r in rows],
        [p - height / 2 for p in positions],
        marker="|",
        s=80,
        color="black",
        label="memory",
        zorder=3,
    )
    for position, row in zip(positions, rows):
        if row["fastest"]:
            axis.annotate(
                " " + row["fastest"],
                (1e3 * row["fastest_seconds"], position + height / 2),
                va="center",
                fontsize=7,
            )
    axis.set_yticks(list(positions), [r["name"] for r in rows], fontsize=8)
    axis.invert_yaxis()
    axis.set_xscale("log")
    axis.set_xlabel(f"milliseconds ({rows[0]['row']['dtype']}, shorter is better)")
    axis.legend(loc="lower right", fontsize=8)


def _plot_scaling(axis, rows):
    lines = {}
    for r in rows:
        key = f"{r['row']['op']}, D {r['row']['columns']}"
        lines.setdefault(key, []).append((r["row"]["rows"], r["seconds"]))
    for key, points in lines.items():
        axis.plot(*zip(*sorted(points)), marker="o", label=key)
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_xlabel("rows")
    axis.set_ylabel("seconds")
    axis.legend(fontsize=8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    parser.add_argument("--markdown")
    parser.add_argument("--plot")
    options = parser.parse_args()
    with open(options.results) as file:
        report = json.load(file)
    if options.markdown:
        with open(options.markdown, "w") as file:
            file.write(make_markdown(report))
    if options.plot:
        plot(report, options.plot)
    if not options.markdown and not options.plot:
        print(make_markdown(report), end="")


if __name__ == "__main__":
    main()
