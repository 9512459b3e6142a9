# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The extension of src/RegistrationModule.cpp, for type checkers."""

from .. import ir

def register_dialects(registry: ir.DialectRegistry) -> None:
    """Adds the segment dialect, the upstream dialects, and the interface
    implementations that passes look for."""
