# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the gtest programs (*Tests) of build/unittests, one lit test per case."""

import os

import lit.formats

config.name = "Segment-Unit"
config.suffixes = []
config.test_exec_root = os.path.join(config.segment_obj_root, "unittests")
config.test_source_root = config.test_exec_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.environment["TMPDIR"] = os.environ.get("TMPDIR", "/tmp")
if config.sanitizers:
    config.environment["ASAN_OPTIONS"] = (
        "detect_container_overflow=0:detect_leaks=0:detect_odr_violation=0"
    )
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
