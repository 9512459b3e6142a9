# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Found by the package when segment_mlir.ir is imported: what it defines makes
every Context know the segment dialect and the upstream ones. Importing the
extension makes the passes and pipelines known."""

from ._segmentRegistration import register_dialects

__all__ = ["register_dialects"]
