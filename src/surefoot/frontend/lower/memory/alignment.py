"""Checks that memory is accessed at addresses that are aligned as the type of the access is."""

from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import Operand
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import bv, eq, extract
from surefoot.program.statements import CheckKind


def check_alignment(builder: FunctionBuilder, address: Operand, alignment: int, span: Span | None) -> None:
    """Check that ``address``, which is no variable outside of memory, is a multiple of ``alignment``, if the property asks for it."""
    if alignment == 1 or CheckKind.MISALIGNED not in builder.scope.property.violations:
        return
    bits = alignment.bit_length() - 1
    low = extract(builder.term(address, span), bits - 1, 0)
    builder.check(
        eq(low, bv(0, bits)), CheckKind.MISALIGNED, f"whose address has to be a multiple of {alignment}", span
    )
