# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where things are; makes the numpy reference of the end-to-end tests importable."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent
RECORDINGS = HERE / "recordings"
SEMANTICS = SOURCE / "docs" / "Semantics.md"
DOCUMENT = SOURCE / "docs" / "Conformance.md"

sys.path.append(str(SOURCE / "test" / "Integration" / "CPU"))
