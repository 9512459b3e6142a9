# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The systems that are asked, one module each.

A module has TITLE and CALLS, for the document; environment(), the variables its process needs; start(), which
imports what it needs and returns {package: version}; ask(op, *operands), which
calls what a user of the system would call and returns a numpy array; and
LACKING, patterns of what it says about types and ops that it doesn't have. It
raises NotOffered where it has nothing to call.
"""

import importlib
import re

NAMES = ("tensorflow_eager", "tensorflow_xla", "mindspore", "jax", "torch")

MODULES = {name: f"systems.{name}_system" for name in NAMES}


class NotOffered(Exception):
    """The system has no such op, or not for such operands; the text says what."""


def load(name):
    return importlib.import_module(MODULES[name])


# What an error is about, by what its message says. The first that fits.
_SUBJECTS = (
    ("memory", r"memory|alloc|RESOURCE_EXHAUSTED|OOM"),
    ("size", r"overflow|too large|too many elements|2\^63|INT64_MAX|exceed"),
    ("num_segments", r"num_?segments|num segments|number of segments|negative dimension"),
    ("order", r"not increasing|\bsorted\b|ascending|decrease"),
    ("shape", r"shape|dimension|rank|broadcast|size mismatch|same size|numel"),
    ("id", r"segment_?ids?|out of (bounds|range)|indices|index"),
    ("dtype", r"dtype|type"),
)


def subject(message):
    for name, pattern in _SUBJECTS:
        if re.search(pattern, message, re.IGNORECASE):
            return name
    return "other"


def is_lacking(module, error):
    """Whether the error says that the system has no such op or type."""
    text = f"{type(error).__name__}: {error}"
    return any(re.search(p, text, re.IGNORECASE | re.DOTALL) for p in module.LACKING)
