# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The segment dialect: its operations, enums and attributes.

Every operation has a class (`UnsortedSegmentSumOp`) and a function that builds it
and returns its result (`unsorted_segment_sum`). Result types are inferred unless
`results=[type]` is given. Where an attribute is one of a few keywords, its name,
its enumerator and the attribute are all accepted: `bounds="drop"`,
`bounds=Bounds.drop`, `bounds=BoundsAttr.get("drop")`.
"""

from typing import Callable as _Callable
from typing import Iterable as _Iterable
from typing import Optional as _Optional
from typing import Sequence as _Sequence
from typing import Union as _Union

from .. import ir as _ir
from .._mlir_libs._segment import (
    AccumulateModeAttr,
    BoundsAttr,
    CombinerAttr,
    EmptyModeAttr,
    FailureAttr,
    NanModeAttr,
    PlanAttr,
    register_dialect,
)
from ._ods_common import _cext as _ods_cext
from ._ods_common import get_op_result_or_op_results as _get_op_result_or_op_results
from ._ods_common import get_op_result_or_value as _get_op_result_or_value
from ._ods_common import get_op_results_or_values as _get_op_results_or_values
from ._segment_enum_gen import *
from ._segment_ops_gen import *
from ._segment_ops_gen import ReduceByKeyOp as _ReduceByKeyOp
from ._segment_ops_gen import _Dialect

# Builders of attributes by the name that TableGen knows them by: what operations
# call with whatever is no attribute yet. The generated ones parse a text.
for _kind, _class in {
    "Segment_AccumulateAttr": AccumulateModeAttr,
    "Segment_BoundsAttr": BoundsAttr,
    "Segment_CombinerAttr": CombinerAttr,
    "Segment_EmptyAttr": EmptyModeAttr,
    "Segment_FailureAttr": FailureAttr,
    "Segment_NanAttr": NanModeAttr,
    "Segment_PlanAttr": PlanAttr,
}.items():
    _ir.AttrBuilder.insert(
        _kind,
        lambda value, context, _class=_class: _class.get(value, context=context),
        replace=True,
    )
del _kind, _class


@_ir.register_attribute_builder("Segment_CombinerArrayAttr", replace=True)
def _combiner_array(values, context):
    if isinstance(values, (str, Combiner)):
        raise TypeError(f"expected a sequence of combiners, got {values!r}")
    return _ir.ArrayAttr.get(
        [
            value
            if isinstance(value, _ir.Attribute)
            else CombinerAttr.get(value, context=context)
            for value in values
        ],
        context=context,
    )


_Value = _Union[_ir.Value, _ir.OpView, _ir.Operation]
Access = _Union[str, _Iterable[str], _ir.AffineMap, _ir.AffineMapAttr]
Body = _Callable[..., _Union[_Value, _Sequence[_Value]]]


def access_map(access: Access, context: _Optional[_ir.Context] = None) -> _ir.AffineMap:
    """The map of an access tuple of `reduce_by_key`, given by the names of its
    dimensions: "nd" or ("n", "d"), "gd", "n", "g", "d" or ""."""
    if isinstance(access, _ir.AffineMap):
        return access
    if isinstance(access, _ir.AffineMapAttr):
        return access.value
    names = "".join(access)
    if names not in ("nd", "gd", "n", "g", "d", ""):
        raise ValueError(
            "expected an access tuple of the dimensions n (row) or g (gathered row) "
            f"and d (column): 'nd', 'gd', 'n', 'g', 'd' or '', got {names!r}"
        )
    expressions = {
        "n": _ir.AffineExpr.get_dim(0, context=context),
        "d": _ir.AffineExpr.get_dim(1, context=context),
        "g": _ir.AffineExpr.get_symbol(0, context=context),
    }
    return _ir.AffineMap.get(2, 1, [expressions[name] for name in names], context=context)


def _element_type(value: _ir.Value) -> _ir.Type:
    return _ir.ShapedType(value.type).element_type


def _fill(
    region: _ir.Region,
    types: _Sequence[_ir.Type],
    build: Body,
    loc: _Optional[_ir.Location],
) -> _Sequence[_ir.Type]:
    """Adds a block that yields what `build` makes of its arguments, and returns
    the types of that."""
    block = region.blocks.append(*types, arg_locs=[loc] * len(types) if loc else None)
    with _ir.InsertionPoint(block):
        made = build(*block.arguments)
        if isinstance(made, (_ir.Value, _ir.OpView, _ir.Operation)):
            made = [made]
        values = [_get_op_result_or_value(value) for value in made]
        YieldOp(values, loc=loc)
    return [value.type for value in values]


@_ods_cext.register_operation(_Dialect, replace=True)
class ReduceByKeyOp(_ReduceByKeyOp):
    __doc__ = _ReduceByKeyOp.__doc__

    def __init__(
        self,
        keys: _Value,
        inputs: _Sequence[_Value],
        inits: _Sequence[_Value],
        kinds: _Union[_Sequence[_Union[str, Combiner, CombinerAttr]], _ir.ArrayAttr],
        *,
        access: _Union[_Sequence[Access], _ir.ArrayAttr, None] = None,
        sources: _Sequence[_Value] = (),
        rows: _Optional[_Value] = None,
        body: _Optional[Body] = None,
        start: _Optional[Body] = None,
        finish: _Optional[Body] = None,
        sorted: bool = False,
        unique: bool = False,
        in_bounds: bool = False,
        unsigned_keys: bool = False,
        unsigned_sources: bool = False,
        row_accumulators: _Union[_Sequence[int], _ir.DenseI64ArrayAttr, None] = None,
        plan: _Union[str, Schedule, PlanAttr, None] = None,
        loc: _Optional[_ir.Location] = None,
        ip: _Optional[_ir.InsertionPoint] = None,
    ):
        """Builds the operation with its regions.

        - `access` has a tuple for each input, in the form of `access_map`; by
          default "nd", "n" or "" after the input's rank.
        - `body` is called with a scalar of each input and returns the value of
          each accumulator, or one of them alone. By default the inputs are what
          is accumulated.
        - `start` is called with what `inits` hold and returns the accumulators;
          `finish` is called with the accumulators and returns what is stored. By
          default there are no such regions.
        """
        key = _get_op_result_or_value(keys)
        ins = [_get_op_result_or_value(v) for v in _get_op_results_or_values(inputs)]
        outs = [_get_op_result_or_value(v) for v in _get_op_results_or_values(inits)]
        if access is None:
            ranks = [_ir.ShapedType(value.type).rank for value in ins]
            if max(ranks, default=0) > 2:
                raise ValueError(
                    f"expected inputs of rank 0, 1 or 2, got ranks {ranks}"
                )
            access = ["nd"[:rank] for rank in ranks]
        if not isinstance(access, _ir.ArrayAttr):
            access = _ir.ArrayAttr.get(
                [_ir.AffineMapAttr.get(access_map(a, key.context)) for a in access],
                context=key.context,
            )
        on_tensors = isinstance(key.type, _ir.RankedTensorType)
        super().__init__(
            [value.type for value in outs] if on_tensors else [],
            key,
            ins,
            sources,
            outs,
            kinds,
            access,
            rows=None if rows is None else _get_op_result_or_value(rows),
            sorted=sorted,
            unique=unique,
            in_bounds=in_bounds,
            unsigned_keys=unsigned_keys,
            unsigned_sources=unsigned_sources,
            row_accumulators=row_accumulators,
            plan=plan,
            loc=loc,
            ip=ip,
        )
        accumulators = _fill(
            self.body,
            [_element_type(value) for value in ins],
            body or (lambda *values: values),
            loc,
        )
        if start is not None:
            _fill(self.start, [_element_type(value) for value in outs], start, loc)
        if finish is not None:
            _fill(self.finish, accumulators, finish, loc)


def reduce_by_key(
    keys: _Value,
    inputs: _Sequence[_Value],
    inits: _Sequence[_Value],
    kinds: _Union[_Sequence[_Union[str, Combiner, CombinerAttr]], _ir.ArrayAttr],
    **arguments,
) -> _Union[_ir.OpResult, _Sequence[_ir.OpResult], _ir.Operation]:
    """Builds a `ReduceByKeyOp`, whose constructor has the arguments, and returns
    its result, its results, or on memrefs the operation."""
    return _get_op_result_or_op_results(
        ReduceByKeyOp(keys, inputs, inits, kinds, **arguments)
    )


# What an operation does is also what its function does.
for _class in [value for name, value in globals().items() if name.endswith("Op")]:
    _name = _class.OPERATION_NAME.removeprefix("segment.")
    # A keyword of Python has an underscore behind it.
    _function = globals().get(_name) or globals()[_name + "_"]
    _function.__doc__ = _function.__doc__ or _class.__doc__
del _class, _function, _name
