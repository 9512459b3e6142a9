# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cache of compiled functions on disk, and `python -m segment_mlir`."""

# RUN: %python %s

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CALL = "import segment_mlir as s; print(s.unsorted_segment_sum([1, 2], [1, 1], 2))"


def run(*arguments, **environment):
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout, done.stderr


class Test(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cache = pathlib.Path(folder.name, "deep", "cache")
        self.environment = {"SEGMENT_CACHE_DIR": str(self.cache)}

    def call(self, **environment):
        environment = {**self.environment, **environment}
        self.assertEqual(run("-c", CALL, **environment), (0, "[0 3]\n", ""))

    def files(self):
        return sorted(self.cache.iterdir())

    def test_stored_and_loaded(self):
        self.call()
        (file,) = self.files()
        self.assertEqual(self.cache.stat().st_mode & 0o777, 0o700)
        self.assertEqual(file.suffix, ".segment")
        written = file.stat().st_mtime_ns
        self.call()
        self.assertEqual([f.stat().st_mtime_ns for f in self.files()], [written])

    def test_damaged(self):
        """Whatever is in the file, the result is right, and the file is made anew."""
        self.call()
        (file,) = self.files()
        good = file.read_bytes()
        for bad in (
            b"",
            good[:-1],
            good[: len(good) // 2],
            good[:-7] + bytes([good[-7] ^ 1]) + good[-6:],
            bytes(len(good)),
        ):
            file.write_bytes(bad)
            self.call()
            # The code is the same; only its comments could differ.
            self.assertEqual(len(file.read_bytes()), len(good))

    def test_of_others(self):
        """A file that others can write to isn't trusted."""
        self.call()
        (file,) = self.files()
        file.chmod(0o666)
        before = file.stat().st_ino
        self.call()
        self.assertNotEqual(file.stat().st_ino, before)
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)

    def test_several_processes(self):
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", CALL],
                env={**os.environ, **self.environment},
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(4)
        ]
        for process in processes:
            self.assertEqual(process.communicate()[0], "[0 3]\n")
        self.assertEqual(len(self.files()), 1)

    def test_none(self):
        self.call(SEGMENT_CACHE_DIR="")
        self.call(SEGMENT_CACHE_DIR="/proc/no/such/folder")
        self.assertFalse(self.cache.exists())
        del os.environ["SEGMENT_CACHE_DIR"]
        self.environment = {"XDG_CACHE_HOME": str(self.cache)}
        self.call()
        self.assertEqual([f.name for f in self.files()], ["segment_mlir"])
        self.environment = {"XDG_CACHE_HOME": "", "HOME": str(self.cache)}
        self.call()
        self.assertTrue((self.cache / ".cache" / "segment_mlir").is_dir())

    def test_commands(self):
        self.call()
        (self.cache / "other").write_text("not ours")
        code, text, _ = run("-m", "segment_mlir", "info", **self.environment)
        self.assertEqual(code, 0)
        for line in ("segment_mlir: ", "processor: ", "features: ", "numpy: "):
            self.assertIn(line, text)
        self.assertIn(f"cache:        {self.cache}\n", text)
        self.assertIn("cached:       1 functions, ", text)
        code, text, _ = run("-m", "segment_mlir", "clear-cache", **self.environment)
        self.assertEqual((code, text), (0, f"removed 1 files of {self.cache}\n"))
        self.assertEqual([f.name for f in self.files()], ["other"])
        code, _, text = run("-m", "segment_mlir", "clear", **self.environment)
        self.assertEqual(code, 2)
        self.assertIn("invalid choice: 'clear'", text)

    def test_missing_library(self):
        """The ImportError says what to install."""
        code = (
            "import sys, types\n"
            "import importlib.abc\n"
            "class Finder(importlib.abc.MetaPathFinder):\n"
            "    def find_spec(self, name, path, target=None):\n"
            "        if name == 'segment_mlir._core':\n"
            "            raise ImportError('libMLIR.so.22.1: cannot open shared '\n"
            "                              'object file: No such file or directory')\n"
            "sys.meta_path.insert(0, Finder())\n"
            "import segment_mlir\n"
        )
        status, _, text = run("-c", code)
        self.assertEqual(status, 1)
        self.assertIn("apt-get install libmlir-22", text)
        self.assertIn("libMLIR.so.22.1: cannot open shared object file", text)

    def test_imports(self):
        """Nothing in Python but numpy."""
        code = (
            "import sys; before = set(sys.modules); import numpy; "
            "numpys = {n.partition('.')[0] for n in sys.modules}; "
            "import segment_mlir; "
            "print({n.partition('.')[0] for n in sys.modules} - numpys "
            "- set(sys.stdlib_module_names))"
        )
        self.assertEqual(run("-c", code), (0, "{'segment_mlir'}\n", ""))


unittest.main()
