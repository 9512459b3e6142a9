# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values of every operator and type on PyTorch's tensors, strided ones too, against
what PyTorch makes of each segment's rows alone.

REQUIRES: torch
RUN: %frameworks_python %s | FileCheck %s
CHECK: 261 results
"""

import itertools

import torch

import segment_mlir.torch as st

FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
INTEGERS = (torch.int8, torch.int32, torch.int64, torch.uint8)
GATHERED = (torch.bfloat16, torch.float32)
COMPLEX = (torch.complex64,)
# Empty segments, rows left out.
UNSORTED = torch.tensor([2, 0, -1, 2, 0, 2, 4])
SORTED = torch.tensor([0, 0, 2, 2, 2, 4, 4])
count = 0


def fold(kind, rows):
    wide = rows.to(torch.complex128 if rows.is_complex() else torch.float64)
    if kind == "mean":
        mean = wide.mean(0)
        return mean if rows.dtype in FLOATS + COMPLEX else mean.trunc()
    if kind in ("min", "max"):
        return getattr(wide, f"a{kind}")(0)
    return getattr(wide, kind)(0)


def segments(kind, data, ids, size):
    """Each segment's result; 0 for empty ones, 1 for products."""
    data, ids = data.reshape(ids.numel(), *data.shape[ids.ndim :]), ids.reshape(-1)
    results = [
        (
            fold(kind, data[ids == s])
            if (ids == s).any()
            else torch.full(data.shape[1:], float(kind == "prod"))
        )
        for s in range(size)
    ]
    return torch.stack([result.to(data.dtype) for result in results])


def check(result, expected, name):
    global count
    assert result.dtype == expected.dtype, (name, result.dtype)
    assert result.shape == expected.shape, (name, result.shape)
    assert not result.requires_grad
    assert torch.allclose(result, expected, rtol=2e-3, equal_nan=True), (
        name,
        result,
        expected,
    )
    count += 1


def values(dtype, *shape):
    numbers = torch.arange(torch.Size(shape).numel()).reshape(shape) * 7 % 5 + 1
    return numbers.to(dtype)


for kind, dtype in itertools.product(
    ("sum", "prod", "mean", "min", "max"), FLOATS + INTEGERS + COMPLEX
):
    if dtype in COMPLEX and kind in ("min", "max"):
        continue
    zero = {} if kind in ("sum", "prod", "mean") else {"empty": "zero"}
    unsorted = getattr(st, f"unsorted_segment_{kind}")
    data = values(dtype, 7, 3)
    cases = [(data, UNSORTED)]
    if dtype in (torch.float32, torch.int64):
        strided = (
            values(dtype, 7),
            values(dtype, 3, 7).t(),
            values(dtype, 14, 6)[::2, 1::2],
            values(dtype, 1, 3).expand(7, 3),
            values(dtype, 7, 2, 3).transpose(1, 2),
        )
        cases += [(other, UNSORTED) for other in strided]
        cases += [(data, UNSORTED.to(torch.int32)), (data, UNSORTED.repeat(2)[::2])]
    for case, ids in cases:
        result = unsorted(case, ids, 5, **zero)
        check(result, segments(kind, case, ids, 5), (unsorted, dtype))
    result = getattr(st, f"segment_{kind}")(data, SORTED)
    check(result, segments(kind, data, SORTED, 5), (kind, dtype))
    result = getattr(st, f"segment_{kind}_v2")(data, SORTED, 4, **zero)
    check(result, segments(kind, data, SORTED, 4), (kind, dtype))
    if dtype not in GATHERED:
        continue
    gather = getattr(st, f"gather_segment_{kind}")
    x, src = values(dtype, 4, 3), torch.tensor([0, 3, 1, 3, 2, 1, 0])
    result = gather(x, src, UNSORTED, 5, **zero)
    check(result, segments(kind, x[src], UNSORTED, 5), (gather, dtype))
    weight = values(dtype, 7).flip(0)
    result = gather(x, src, UNSORTED, 5, weight, **zero)
    expected = segments(kind, weight[:, None] * x[src], UNSORTED, 5)
    check(result, expected, (gather, dtype))

SCATTER = {
    "add": lambda x, row: x + row,
    "sub": lambda x, row: x - row,
    "mul": lambda x, row: x * row,
    "div": lambda x, row: x / row if x.is_floating_point() else (x / row).trunc(),
    "update": lambda x, row: row,
    "min": lambda x, row: torch.minimum(x, row),
    "max": lambda x, row: torch.maximum(x, row),
}
INDICES = torch.tensor([[2], [0], [2], [3]])
SCATTERED = (torch.bfloat16, torch.float32, torch.int64)
for (kind, step), dtype in itertools.product(SCATTER.items(), SCATTERED):
    scatter = getattr(st, f"scatter_{kind}")
    for input in (values(dtype, 5, 3), values(dtype, 3, 5).t()):
        before, updates = input.clone(), values(dtype, 4, 3).flip(0)
        expected = input.clone()
        for (index,), row in zip(INDICES.tolist(), updates):
            expected[index] = step(expected[index], row).to(dtype)
        check(scatter(input, INDICES, updates), expected, (kind, dtype))
        assert torch.equal(input, before)

# The interface's own examples.
data = torch.tensor([[1, 2, 3, 4], [5, 6, 7, 8], [4, 3, 2, 1]])
ids = torch.tensor([0, 1, 0])
assert st.unsorted_segment_min(data, ids, 2).tolist() == [[1, 2, 2, 1], [5, 6, 7, 8]]
assert st.unsorted_segment_sum(data, ids).tolist() == [[5, 5, 5, 5], [5, 6, 7, 8]]
assert st.segment_min(data.t()[:, :2].t(), ids.sort()[0][:2]).tolist() == [[1, 2, 3, 4]]
ones = torch.ones(1000, dtype=torch.bfloat16)
zeros = torch.zeros(1000, dtype=torch.int64)
assert st.segment_sum(ones, zeros).tolist() == [1000]
mask = torch.tensor([True, False, True])
assert st.unsorted_segment_min(mask, ids, 2).tolist() == [True, False]
# A pending conjugation counts.
z = torch.tensor([1 + 2j, 3 - 1j]).conj()
assert st.segment_sum(z, ids[:2] * 0).tolist() == [4 - 1j]
for threads in (1, 2):
    assert st.segment_sum(ones, zeros, threads=threads).tolist() == [1000]
print(count, "results")
