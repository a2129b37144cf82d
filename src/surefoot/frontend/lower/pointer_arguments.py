"""The pointers that a function under test is given: null, an array of its own, or that of an earlier argument of the same type.

Structs with pointers in them are single objects, and their pointers are null or lead to objects of their own again, a few steps deep. Everything else in an object is unknown.
"""

from collections.abc import Callable, Mapping
from typing import Final

from surefoot.errors import InputError, UnsupportedError
from surefoot.frontend.environment import PointerArguments
from surefoot.frontend.llvm.module import CallInstruction, Global, Module
from surefoot.frontend.lower.pointees import alignment_of_pointee, size_of_pointee
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import (
    BOOL,
    BitVecSort,
    Sort,
    Term,
    bv,
    bvadd,
    bvmul,
    bvsle,
    bvslt,
    bvsub,
    bvule,
    extract,
    ite,
    sign_extend,
    zero_extend,
)
from surefoot.program.ctypes import CArray, CInteger, CPointer, CRecord, CType, CVoid
from surefoot.program.statements import Allocate, Assume, Havoc, Origin, Statement, Storage, Store
from surefoot.records import dataclass
from surefoot.spans import Span

DEEPEST: Final = 2
"""How many steps pointers in objects lead on; those of the last objects are null."""
MOST_WITH_POINTERS: Final = 16
"""Elements of an array whose pointers are given values, each of its own."""


@dataclass(frozen=True, slots=True)
class ScalarArgument:
    """An argument that is no pointer: its value, and whether it is signed."""

    value: Term
    is_signed: bool


class PointerMaker:
    """Writes statements that make pointers; ``variable`` makes variables of the function that they stand in."""

    def __init__(
        self,
        scope: ProgramScope,
        scalars: Mapping[str, ScalarArgument],
        variable: Callable[[str, Sort], Term],
        span: Span | None,
    ) -> None:
        self._scope = scope
        self._chosen: PointerArguments = scope.environment.pointers
        self._scalars = scalars
        self._variable = variable
        self._span = span
        self._pointer = scope.type_sorts.pointer
        self._made: dict[str, tuple[str, Term]] = {}
        """The last argument of each type: its name and value."""
        self.statements: list[Statement] = []
        self.assumed: list[str] = []
        """What users have to know, a line for each argument."""

    def argument(self, name: str, ctype: CType) -> Term:
        """What parameter ``name`` of type ``ctype`` is given."""
        null = bv(0, self._pointer.width)
        own, what = self._array(name, ctype, 0)
        told = [what]
        value = own
        earlier = self._made.get(ctype.name) if self._chosen.may_alias and not isinstance(ctype, CVoid) else None
        if earlier is not None:
            other, address = earlier
            value = ite(self._choice(f"{name} is {other}"), address, value)
            told.insert(0, f"is {other}")
        if self._chosen.may_be_null:
            value = ite(self._choice(f"{name} is null"), null, value)
            told.insert(0, "is null")
        self._made[ctype.name] = (name, value)
        self.assumed.append(f"parameter {name} {', or '.join(told)}")
        return value

    def _array(self, name: str, ctype: CType, depth: int) -> tuple[Term, str]:
        """An array of what ``ctype`` points to, and what it is in words."""
        width = self._pointer.width
        element = size_of_pointee(ctype, self._scope.module, self._scope.type_sorts.layout) or 1
        target = self._scope.module.records.get(ctype.target) if isinstance(ctype, CPointer) else None
        has_pointers = _is_pointer_to_pointer(ctype) or (target is not None and _has_pointers(target))
        given = self._chosen.lengths.get(name)
        if given is None and has_pointers:
            count, what = bv(1, width), "points to an object of its own"
        else:
            count, what = self._count(name, given, element)
        size = bvmul(count, bv(element, width))
        address = self._variable(name, self._pointer)
        alignment = alignment_of_pointee(ctype, self._scope.module, self._scope.type_sorts.layout)
        self.statements.append(
            Allocate(address, size, Storage.STACK, zeroed=False, alignment=alignment, name=f"*{name}", span=self._span)
        )
        if self._chosen.are_strings and isinstance(ctype, CPointer) and ctype.target == "char":
            self.statements.append(Assume(bvslt(bv(0, width), size), self._span))
            self.statements.append(Store(bvadd(address, bvsub(size, bv(1, width))), bv(0, 8), self._span))
            what += " that end with a zero"
        if has_pointers:
            self._fill_all(address, name, ctype, target, 1 if given is None else given, element, depth)
            what += f", whose pointers are null or lead to objects of their own, {DEEPEST} steps at most"
        return address, what

    def _count(self, name: str, given: int | str | None, element: int) -> tuple[Term, str]:
        """How many elements there are."""
        width = self._pointer.width
        most = self._chosen.most_elements
        if isinstance(given, int):
            return bv(given, width), f"points to an array of its own of {given} elements"
        if isinstance(given, str):
            scalar = self._scalars.get(given)
            if scalar is None or not isinstance(scalar.value.sort, BitVecSort):
                raise InputError(f"--array-size {name}={given}: there is no integer parameter {given}")
            return self._as_count(scalar, element), f"points to an array of its own of {given} elements"
        count = self._variable(f"elements of *{name}", self._pointer)
        in_range = (bvule(bv(1, width), count), bvule(count, bv(most, width)))
        self.statements.append(Havoc(count, Origin.INPUT, f"elements of *{name}", self._span))
        self.statements += (Assume(condition, self._span) for condition in in_range)
        return count, f"points to an array of its own of 1 to {most} elements"

    def _as_count(self, scalar: ScalarArgument, element: int) -> Term:
        """The scalar as a number of elements, none if it is negative, and assumed to be one that there is room for."""
        pointer_width = self._pointer.width
        wide = max(pointer_width, scalar.value.sort.width)
        extended = sign_extend(scalar.value, wide) if scalar.is_signed else zero_extend(scalar.value, wide)
        room = bv((1 << (pointer_width - 2)) // element, wide)
        self.statements.append(Assume((bvsle if scalar.is_signed else bvule)(extended, room), self._span))
        zero = bv(0, wide)
        count = ite(bvslt(extended, zero), zero, extended) if scalar.is_signed else extended
        return extract(count, pointer_width - 1, 0)

    def _fill_all(
        self,
        address: Term,
        name: str,
        ctype: CType,
        target: CRecord | None,
        count: int | str,
        element: int,
        depth: int,
    ) -> None:
        """Give the pointers in the ``count`` objects from ``address`` on their values."""
        if isinstance(count, str) or count > MOST_WITH_POINTERS:
            text = f"an array of pointers, or of structs with pointers, needs a constant size of at most {MOST_WITH_POINTERS} (--array-size {name}={count})"
            raise UnsupportedError(text, self._span)
        for index in range(count):
            called = f"*{name}" if index == 0 else f"{name}[{index}]"
            at = bvadd(address, bv(index * element, self._pointer.width))
            if target is None:
                self._put(at, 0, called, _target_pointer(ctype), depth)
            else:
                self._fill(at, 0, f"{called.removeprefix('*')}->", target, depth)

    def _fill(self, address: Term, offset: int, prefix: str, record: CRecord, depth: int) -> None:
        """Give the pointers in the ``record`` at ``offset`` their values; ``prefix`` is what stands before a member's name."""
        starts = [member.bit_offset for member in record.members]
        if len(starts) > 1 and not any(starts) and _has_pointers(record):
            raise UnsupportedError(f"runs cannot start with a union that has pointers ({record.name})", self._span)
        for member in record.members:
            element = member.ctype.element if isinstance(member.ctype, CArray) else member.ctype
            if not isinstance(element, CPointer | CRecord) or not _is_or_has_pointer(element):
                continue
            count = (member.ctype.count or 0) if isinstance(member.ctype, CArray) else 1
            if count > MOST_WITH_POINTERS:
                raise UnsupportedError(
                    f"runs cannot start with an array of {count} pointers ({member.name})", self._span
                )
            size = element.size if isinstance(element, CRecord) else self._pointer.width // 8
            for index in range(count):
                at = offset + member.bit_offset // 8 + index * size
                called = f"{prefix}{member.name}" + (f"[{index}]" if isinstance(member.ctype, CArray) else "")
                if isinstance(element, CRecord):
                    self._fill(address, at, f"{called}.", element, depth)
                elif not is_function_pointer(element):
                    self._put(address, at, called, element, depth)
                elif _calls_through_pointers(self._scope.module):
                    text = f"runs cannot start in a function that is given a pointer to a function ({called})"
                    raise UnsupportedError(text, self._span)

    def _put(self, address: Term, offset: int, name: str, ctype: CType, depth: int) -> None:
        width = self._pointer.width
        value = bv(0, width)
        if depth < DEEPEST:
            made, _ = self._array(name, ctype, depth + 1)
            value = ite(self._choice(f"{name} is null"), value, made)
        self.statements.append(Store(bvadd(address, bv(offset, width)), value, self._span))

    def _choice(self, what: str) -> Term:
        chosen = self._variable(what, BOOL)
        self.statements.append(Havoc(chosen, Origin.INPUT, what, self._span))
        return chosen


def scalar_argument(value: Term, ctype: CType) -> ScalarArgument:
    """An argument of type ``ctype``."""
    return ScalarArgument(value, isinstance(ctype, CInteger) and ctype.signed)


def _is_pointer_to_pointer(ctype: CType) -> bool:
    return isinstance(ctype, CPointer) and ctype.target.rstrip().endswith("*")


def _target_pointer(ctype: CType) -> CType:
    """The pointer that a pointer to a pointer points to."""
    return CPointer(ctype.target.removesuffix("*").rstrip(), ctype.width) if isinstance(ctype, CPointer) else CVoid()


def is_function_pointer(ctype: CType) -> bool:
    """Whether ``ctype`` points to a function."""
    return isinstance(ctype, CPointer) and "(" in ctype.target


def _has_pointers(record: CRecord) -> bool:
    members = (member.ctype.element if isinstance(member.ctype, CArray) else member.ctype for member in record.members)
    return any(_is_or_has_pointer(each) for each in members)


def _is_or_has_pointer(ctype: CType) -> bool:
    return isinstance(ctype, CPointer) or (isinstance(ctype, CRecord) and _has_pointers(ctype))


def _calls_through_pointers(module: Module) -> bool:
    """Whether a function outside of the library calls functions through pointers."""
    return any(
        isinstance(each, CallInstruction) and each.callee is not None and not isinstance(each.callee, Global)
        for function in module.functions.values()
        if function.span is None or not function.span.is_library
        for block in function.blocks
        for each in block.instructions
    )
