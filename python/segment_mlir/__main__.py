# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""python -m segment_mlir: what is installed, and its cache."""

import argparse
import os
import sys

from . import __version__
from ._load import core


def _cached_files():
    directory = core.cache_directory()
    if not directory or not os.path.isdir(directory):
        return []
    with os.scandir(directory) as entries:
        return [
            entry
            for entry in entries
            if entry.name.endswith(".segment") or entry.name.startswith(".new-")
        ]


def info():
    """Prints versions, the processor, and the state of the cache."""
    llvm, triple, processor, *features = core.target.split(", ")
    present = [name[1:] for name in features if name.startswith("+")]
    files = _cached_files()
    size = sum(entry.stat().st_size for entry in files)
    lines = {
        "segment_mlir": __version__,
        "build": core.build,
        "compiler": llvm,
        "python": sys.version.split()[0],
        "machine": triple,
        "processor": processor,
        "features": " ".join(present),
        "processors": str(len(os.sched_getaffinity(0))),
        "threads": os.environ.get("OMP_NUM_THREADS", "as many as processors"),
        "cache": core.cache_directory() or "none (SEGMENT_CACHE_DIR is empty)",
        "cached": f"{len(files)} functions, {size} bytes",
    }
    for name in ("numpy", "ml_dtypes", "torch", "jax"):
        lines[name] = _find_version(name)
    for name, value in lines.items():
        print(f"{name + ':':14}{value}")


def _find_version(name):
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def clear_cache():
    """Removes the files of the cache."""
    count = 0
    for entry in _cached_files():
        try:
            os.unlink(entry.path)
            count += 1
        except FileNotFoundError:
            pass  # Another process was faster.
    print(f"removed {count} files of {core.cache_directory() or 'no cache'}")


def main():
    parser = argparse.ArgumentParser(prog="python -m segment_mlir", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("info", help=info.__doc__)
    commands.add_parser("clear-cache", help=clear_cache.__doc__)
    command = parser.parse_args().command
    {"info": info, "clear-cache": clear_cache}[command]()


if __name__ == "__main__":
    main()
