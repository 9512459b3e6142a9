# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.library.opcheck, torch.compile and torch.export on every operator.

REQUIRES: torch
RUN: %frameworks_python %s | FileCheck %s
CHECK: 37 calls checked, 37 compiled
CHECK: 1 exported
"""

import torch
import torch._dynamo
from torch.library import opcheck

from torch_calls import calls, function_of, gradients, operator_of, with_gradients

# Lets results whose number of rows depends on ids into a graph.
torch._dynamo.config.capture_dynamic_output_shape_ops = True
checked = compiled = 0
for name, arguments, differentiable in calls():
    operator, function = operator_of(name), function_of(name)
    inputs = with_gradients(arguments, differentiable)
    outcome = opcheck(operator, tuple(inputs), {"bounds": "drop"})
    assert set(outcome.values()) == {"SUCCESS"}, (name, outcome)
    checked += 1

    expected = function(*inputs).sin()
    expected_gradients = gradients(expected, inputs, differentiable)
    for backend, dynamic in (
        ("eager", True),
        ("aot_eager", False),
        ("aot_eager", True),
    ):
        torch._dynamo.reset()
        # One graph: nothing falls back to Python.
        traced = torch.compile(
            lambda *inputs: function(*inputs).sin(),
            backend=backend,
            dynamic=dynamic,
            fullgraph=True,
        )
        result = traced(*inputs)
        assert torch.equal(result, expected), (name, backend)
        for got, wanted in zip(
            gradients(result, inputs, differentiable), expected_gradients
        ):
            assert torch.allclose(got, wanted, rtol=1e-12), (name, backend)
    compiled += 1
print(checked, "calls checked,", compiled, "compiled")

for helper, arguments in {
    "gather_rows": (torch.randn(4, 3, requires_grad=True), torch.tensor([1, 7, 3])),
    "other_rows_product": (
        torch.randn(4, 3, requires_grad=True),
        torch.tensor([1, 7, 1, 0]),
        2,
    ),
    "other_rows_product_jvp": (torch.randn(3), torch.randn(3), torch.arange(3), 3),
    "offset_ids": (torch.arange(6).reshape(2, 3), 6, "segment_sum_v2"),
}.items():
    assert set(opcheck(operator_of(helper), arguments).values()) == {"SUCCESS"}


class Model(torch.nn.Module):
    def forward(self, data, ids):
        return function_of("segment_max")(data, ids)


data, ids = torch.randn(6, 3), torch.tensor([0, 0, 1, 3, 3, 4])
program = torch.export.export(Model(), (data, ids))
longer = torch.tensor([0, 1, 1, 7, 7, 8])
assert program.module()(data, longer).shape == (9, 3)
print("1 exported")
