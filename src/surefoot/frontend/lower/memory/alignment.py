"""Alignment checks of memory accesses."""

from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import Operand
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import bv, eq, extract
from surefoot.program.statements import CheckKind


def check_alignment(builder: FunctionBuilder, address: Operand, alignment: int, span: Span | None) -> None:
    """Check that ``address`` is a multiple of ``alignment``, if the property includes alignment.

    Requires: ``address`` is no promoted variable.
    """
    if alignment == 1 or CheckKind.MISALIGNED not in builder.scope.property.violations:
        return
    bits = alignment.bit_length() - 1
    low = extract(builder.term(address, span), bits - 1, 0)
    builder.check(
        eq(low, bv(0, bits)), CheckKind.MISALIGNED, f"whose address has to be a multiple of {alignment}", span
    )
