# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the package segment_mlir answers."""

from answer import Answer, value


def ask(case):
    """Calls the package: an answer whose errors are named by their class."""
    import segment_mlir

    function = getattr(segment_mlir, case.op.name)
    try:
        return value(function(*case.operands, **case.options))
    except Exception as error:  # noqa: BLE001: compared with what is expected
        return Answer("error", type(error).__name__, message=str(error))
