# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The extension of src/SegmentModule.cpp, for type checkers."""

from .. import ir
from ..dialects._segment_enum_gen import (
    AccumulateMode,
    Bounds,
    Combiner,
    EmptyMode,
    Failure,
    NanMode,
    Schedule,
)

def register_dialect(context: ir.Context | None = None, load: bool = True) -> None:
    """Makes a context know the segment dialect."""

class AccumulateModeAttr(ir.Attribute):
    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(
        cls, value: AccumulateMode | str, context: ir.Context | None = None
    ) -> AccumulateModeAttr:
        """Gets the attribute for an enumerator or its name."""

    @property
    def value(self) -> AccumulateMode: ...

class BoundsAttr(ir.Attribute):
    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(
        cls, value: Bounds | str, context: ir.Context | None = None
    ) -> BoundsAttr:
        """Gets the attribute for an enumerator or its name."""

    @property
    def value(self) -> Bounds: ...

class CombinerAttr(ir.Attribute):
    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(
        cls, value: Combiner | str, context: ir.Context | None = None
    ) -> CombinerAttr:
        """Gets the attribute for an enumerator or its name."""

    @property
    def value(self) -> Combiner: ...

class EmptyModeAttr(ir.Attribute):
    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(
        cls, value: EmptyMode | str, context: ir.Context | None = None
    ) -> EmptyModeAttr:
        """Gets the attribute for an enumerator or its name."""

    @property
    def value(self) -> EmptyMode: ...

class FailureAttr(ir.Attribute):
    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(
        cls, value: Failure | str, context: ir.Context | None = None
    ) -> FailureAttr:
        """Gets the attribute for an enumerator or its name."""

    @property
    def value(self) -> Failure: ...

class NanModeAttr(ir.Attribute):
    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(
        cls, value: NanMode | str, context: ir.Context | None = None
    ) -> NanModeAttr:
        """Gets the attribute for an enumerator or its name."""

    @property
    def value(self) -> NanMode: ...

class PlanAttr(ir.Attribute):
    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(
        cls,
        schedule: Schedule | str,
        vector_bits: int = 256,
        tile: int = 4,
        block: int = 512,
        prefetch: int = 24,
        context: ir.Context | None = None,
    ) -> PlanAttr:
        """Gets the attribute for a schedule or its name."""

    @property
    def schedule(self) -> Schedule: ...
    @property
    def vector_bits(self) -> int: ...
    @property
    def tile(self) -> int: ...
    @property
    def block(self) -> int: ...
    @property
    def prefetch(self) -> int: ...
