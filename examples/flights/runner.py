# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls segment-run on the modules of this folder, arrays in and out as .npy."""

import shlex
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import numpy

MODULES = Path(__file__).resolve().parent
TIMEOUT_SECONDS = 300


class RunError(Exception):
    """segment-run is missing, or did not do what it should."""


@dataclass
class Finished:
    """What a call of segment-run left behind."""

    command: str
    status: int
    message: str
    seconds: float
    output: numpy.ndarray | None


def _describe(status: int) -> str:
    if status < 0:
        return f"end by signal {-status} ({signal.strsignal(-status)})"
    return f"exit status {status}"


class Runner:
    def __init__(self, build_dir: Path, folder: Path, target: str = "cpu"):
        self.target = target
        self.program = build_dir / "bin" / "segment-run"
        self.folder = folder
        if not self.program.is_file():
            raise RunError(
                f"{self.program} does not exist: build the target segment-run "
                "first, or name the build folder with --build-dir"
            )
        folder.mkdir(parents=True, exist_ok=True)

    def save(self, name: str, array: numpy.ndarray) -> str:
        """Stores an array as an input; returns what --input= wants."""
        path = self.folder / f"{name}.npy"
        numpy.save(path, array)
        return f"@{path}"

    def call(self, module: str, function: str, *inputs: str) -> Finished:
        """Runs a function of one result. A failed run is reported, not raised."""
        output = self.folder / f"{function}.out.npy"
        output.unlink(missing_ok=True)
        command = [str(self.program), str(MODULES / module), f"--function={function}"]
        if self.target != "cpu":
            # Bad ids are an error here, as on a CPU.
            command += [f"--target={self.target}", "--pipeline-options=check-bounds"]
        command += [f"--input={value}" for value in inputs]
        command += [f"--output=@{output}"]
        begin = time.perf_counter()
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=TIMEOUT_SECONDS,
            )
        except OSError as error:
            raise RunError(f"{self.program}: {error.strerror}") from None
        except subprocess.TimeoutExpired:
            raise RunError(
                f"no answer after {TIMEOUT_SECONDS} s from\n{shlex.join(command)}"
            ) from None
        seconds = time.perf_counter() - begin
        return Finished(
            command=shlex.join(command),
            status=done.returncode,
            message=done.stdout.strip(),
            seconds=seconds,
            output=numpy.load(output) if output.exists() else None,
        )

    def result(self, module: str, function: str, *inputs: str) -> numpy.ndarray:
        """Runs a function that has to succeed and says how long that took."""
        done = self.call(module, function, *inputs)
        if done.status != 0 or done.output is None:
            problem = "no output" if done.status == 0 else _describe(done.status)
            raise RunError(f"{problem} from\n{done.command}\n{done.message}")
        shape = " x ".join(f"{size:,}" for size in done.output.shape)
        print(
            f"  {module:<27} @{function:<22} {shape:>9} {done.output.dtype}"
            f"   {done.seconds:5.2f} s"
        )
        return done.output
