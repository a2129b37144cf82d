"""Memory-mapped registers: a read yields any value, a write has no effect.

If the address is constant, memory is not accessed. Otherwise a volatile access inside a register
range is redirected to an object that represents the range. The object lies at the addresses of the
range, so that no other one does. Any other access to it is undefined (C11, 6.7.3 §6), and so is
copying from and to it.
"""

from collections.abc import Iterator

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.frontend.environment import AddressRange
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import FALSE, TRUE, Op, Term, and_, bv, bvadd, bvsub, bvule, bvult, eq, ite, or_, variables_of
from surefoot.program.ctypes import CVoid
from surefoot.program.program import GlobalObject
from surefoot.program.statements import Assume, CheckKind


@dataclass(frozen=True, slots=True)
class Access:
    """Access to ``address``, which is a register if ``is_register``.

    ``target`` is the address of the memory access.
    """

    address: Term
    target: Term
    is_register: Term

    @property
    def source(self) -> str:
        """Name of the register in reports."""
        return f"register {self.address.payload:#x}" if self.address.op is Op.CONSTANT else "a register"


def access_to(builder: FunctionBuilder, address: Term, size: int, span: Span | None, *, is_volatile: bool) -> Access:
    """Return the access of ``size`` bytes at ``address``.

    It is a register access if all of them are in one range.
    """
    ranges = builder.scope.environment.registers
    if address.op is Op.CONSTANT:
        first = int(address.payload)
        is_register = any(first in each and first + size - 1 in each for each in ranges)
        return Access(address, address, TRUE if is_register else FALSE)
    width = arithmetic.width_of(address)
    if not is_volatile:
        require_no_register(builder, address, bv(size, width), span)
        return Access(address, address, FALSE)
    target, inside = address, []
    for each in ranges:
        last_start = each.last - size + 1
        if last_start < each.first:
            continue
        is_inside = and_(bvule(bv(each.first, width), address), bvule(address, bv(last_start, width)))
        target = ite(is_inside, _address(builder.scope, each), target)
        inside.append(is_inside)
    return Access(address, target, or_(*inside))


def require_no_register(builder: FunctionBuilder, address: Term, size: Term, span: Span | None) -> None:
    """Check that a non-volatile access to ``size`` bytes at ``address`` touches no register."""
    mentioned = variables_of(address)
    is_in_object = bool(mentioned) and all(_is_object(builder, each) for each in mentioned)
    if is_in_object or not builder.scope.environment.registers:
        return
    width = arithmetic.width_of(address)
    last = bvsub(bvadd(address, size), bv(1, width))
    apart = [
        or_(bvult(bv(each.last, width), address), bvult(last, bv(each.first, width)))
        for each in builder.scope.environment.registers
    ]
    holds = or_(eq(size, bv(0, width)), and_(*apart))
    text = "memory-mapped register accessed through a pointer to a non-volatile type"
    builder.check(holds, CheckKind.INVALID_DEREFERENCE, text, span)


def _is_object(builder: FunctionBuilder, symbol: Term) -> bool:
    return symbol in builder.objects or str(symbol.payload).startswith("&")


def register_objects(scope: ProgramScope) -> Iterator[GlobalObject]:
    """Yield the objects that represent ranges of registers."""
    for each in scope.environment.registers:
        size = each.last - each.first + 1
        name = f"registers {each}"
        yield GlobalObject(_address(scope, each), name, size, 1, None, constant=False, ctype=CVoid(), span=None)


def register_places(scope: ProgramScope) -> Iterator[Assume]:
    """Yield the assumptions that place these objects at the addresses of the registers."""
    width = scope.type_sorts.pointer.width
    for each in scope.environment.registers:
        yield Assume(eq(_address(scope, each), bv(each.first, width)), None)


def _address(scope: ProgramScope, each: AddressRange) -> Term:
    return scope.address(f"registers {each}")
