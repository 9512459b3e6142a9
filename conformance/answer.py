# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a system, or we, answer to a case, and how a recording spells it.

f32[2,3] 0000803f...     a value: type, shape and bytes (little-endian)
error RuntimeError id    an exception: its class, and what it is about
aborts SIGABRT           the process died
hangs                    no answer in time
none dtype               the system doesn't have that: op, dtype or shape
"""

import re
from dataclasses import dataclass

import numpy as np

import paths  # noqa: F401
from segment_e2e.elements import BFLOAT16
from segment_e2e.report import MLIR_NAMES

_DTYPES = {
    name: np.dtype(dtype) for dtype, name in MLIR_NAMES.items() if dtype != "bfloat16"
}
_DTYPES["bf16"] = BFLOAT16


@dataclass(frozen=True)
class Answer:
    """`kind` is "value", "error", "aborts", "hangs" or "none"; `detail` is the
    class of an error and its subject, a signal, or what the system lacks; `message`
    is what an error of ours says, and not recorded."""

    kind: str
    detail: str = ""
    value: np.ndarray = None
    message: str = ""

    def __str__(self):
        if self.kind != "value":
            return f"{self.kind} {self.detail}".rstrip()
        shape = ",".join(map(str, self.value.shape))
        name = MLIR_NAMES[self.value.dtype.name]
        data = _without_payloads(self.value).tobytes().hex()
        return f"{name}[{shape}] {data}".rstrip()


def value(array):
    return Answer("value", value=np.ascontiguousarray(array).reshape(np.shape(array)))


def parse(text):
    """The answer that str() made the text of."""
    match = re.fullmatch(r"([a-z0-9<>]+)\[([\d,]*)\](?: ([0-9a-f]+))?", text)
    if not match:
        kind, _, detail = text.partition(" ")
        return Answer(kind, detail)
    name, shape, data = match.groups()
    shape = tuple(int(d) for d in shape.split(",") if d)
    dtype = _DTYPES[name]
    array = np.frombuffer(bytes.fromhex(data or ""), dtype).reshape(shape)
    return Answer("value", value=array)


def _without_payloads(array):
    """Every NaN is the same NaN."""
    if array.dtype.kind == "c":
        result = array.copy()
        result.real, result.imag = map(_without_payloads, (array.real, array.imag))
        return result
    if array.dtype.kind == "f" or array.dtype == BFLOAT16:
        return np.where(np.isnan(array), array.dtype.type("nan"), array)
    return array
