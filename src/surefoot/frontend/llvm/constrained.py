"""Constrained floating-point intrinsics as the instructions that they perform.

Clang emits them where programs may set the rounding mode (``#pragma STDC FENV_ACCESS ON``,
``-frounding-math``). Lowering rounds every operation in the mode that the program set, so the
constraints state nothing more. Flags of exceptions are not modelled.
"""

from collections.abc import Sequence
from typing import Final

from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import (
    Argument,
    Binary,
    CallInstruction,
    Cast,
    Compare,
    FunctionType,
    Global,
    Instruction,
    Type,
)
from surefoot.frontend.llvm.types import POINTER

_PREFIX: Final = "llvm.experimental.constrained."
_BINARY: Final = frozenset({"fadd", "fsub", "fmul", "fdiv", "frem"})
_CASTS: Final = frozenset({"fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp"})
_MODES: Final = frozenset({"round.dynamic", "round.tonearest"})


def unconstrained(
    result: str, name: str, arguments: Sequence[Argument], constraints: Sequence[str], of: Type, span: Span | None
) -> Instruction | None:
    """Return the instruction that a call of intrinsic ``name`` performs; None for other intrinsics,
    and if a pragma fixes a rounding mode.
    """
    if not name.startswith(_PREFIX):
        return None
    if any(each.startswith("round.") and each not in _MODES for each in constraints):
        return None
    operation = name.removeprefix(_PREFIX)
    opcode = operation.partition(".")[0]
    values = [each.value for each in arguments]
    if opcode in _BINARY:
        return Binary(result, opcode, frozenset(), values[0], values[1], span)
    if opcode in _CASTS:
        return Cast(result, opcode, values[0], of, span)
    if opcode in {"fcmp", "fcmps"}:
        return Compare(result, "fcmp", constraints[0], values[0], values[1], span)
    called = FunctionType(of, tuple(each.type for each in values), variadic=False)
    return CallInstruction(result, called, Global(POINTER, f"llvm.{operation}"), tuple(arguments), False, span)  # noqa: FBT003 a field of data
