"""Pointer arguments of the function under test.

Each is null, points to a distinct array, or equals an earlier argument of the same type. Structs
that contain pointers are single objects, and their pointers are null or point to distinct objects
again, up to `PointerArguments.depth` dereferences. All other contents are havocked.
"""

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import Final

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.frontend.environment import BEYOND_INDEX, PointerArguments, covers
from surefoot.frontend.limits import LIMITS
from surefoot.frontend.llvm.debug_info import VARIABLE_ARGUMENTS
from surefoot.frontend.llvm.module import Module, PointeeType
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import (
    BOOL,
    BitVecSort,
    Sort,
    Term,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvsle,
    bvslt,
    bvsub,
    bvule,
    eq,
    extract,
    ite,
    not_,
    sign_extend,
    zero_extend,
)
from surefoot.program.ctypes import CArray, CFloat, CInteger, CMember, CPointer, CRecord, CType, CVoid, bit_width
from surefoot.program.statements import Allocate, Assume, Havoc, Origin, Statement, Storage, Store


@dataclass(frozen=True, slots=True)
class ScalarArgument:
    """Argument that is no pointer: its value and signedness."""

    value: Term
    is_signed: bool


class PointerArgumentMaker:
    """Emitter of statements that make pointer arguments.

    ``variable`` creates variables of the function that contains the statements.
    """

    def __init__(
        self,
        scope: ProgramScope,
        scalars: MutableMapping[str, ScalarArgument],
        variable: Callable[[str, Sort], Term],
        span: Span | None,
    ) -> None:
        self._scope = scope
        self._chosen: PointerArguments = scope.environment.pointers
        self._scalars = scalars
        self._variable = variable
        self._span = span
        self._pointer = scope.type_sorts.pointer
        self._made: dict[tuple[str, str], tuple[str, Term]] = {}
        """Name and value of the last argument of each type."""
        self.statements: list[Statement] = []
        self.elements: dict[Term, int] = {}
        """Size in bytes of the scalar elements of each created array, by its address."""
        self.assumed: list[str] = []
        """Assumptions to report, one line per argument."""
        self.has_inner_pointers = False
        """True if an object that was made contains pointers."""

    def argument(self, name: str, ctype: CType, *, is_restrict: bool) -> Term:
        """Return the value of parameter ``name``.

        No other argument aliases what a pointer with ``restrict`` points to.
        """
        value, what = self._target(name, ctype, 0)
        descriptions = [what]
        may_alias = self._chosen.may_alias and isinstance(ctype, CPointer) and not is_restrict
        earlier = self._made.get(_identity(ctype)) if may_alias else None
        if earlier is not None:
            other, address = earlier
            value = ite(self._choice(f"{name} is {other}"), address, value)
            descriptions.insert(0, f"is {other}")
        if self._may_be_null(name):
            value = self._null_or(name, value)
            descriptions.insert(0, "is null")
        if may_alias:
            self._made[_identity(ctype)] = (name, value)
        self.assumed.append(f"parameter {name} {', or '.join(descriptions)}")
        return value

    def part(self, name: str, ctype: CType) -> Term:
        """Return the value of the pointer ``name`` inside a struct that is passed by value."""
        self.has_inner_pointers = True
        value, what = self._target(name, ctype, 1)
        self.assumed.append(f"{name} is null, or {what}")
        return self._null_or(name, value)

    def fill(self, address: Term, name: str, ctype: CType) -> None:
        """Assign the pointers inside the by-value object ``name`` at ``address``."""
        if has_pointers(ctype):
            self._fill(address, 0, name, ctype, 0)
            self.assumed.append(f"parameter {name} is a struct whose {_null_or_objects(self._chosen.depth)}")

    def _target(self, name: str, ctype: CType, depth: int) -> tuple[Term, str]:
        """Return a non-null pointer of type ``ctype``, and its description."""
        pointee = pointee_of(ctype, self._scope.module)
        if is_va_list(pointee.name):
            raise self._va_list_error(name)
        if pointee.signature is not None:
            called = f"*{name}"
            if (like := self._chosen.allocators.get(name)) is not None:
                return self._scope.address(called), f"points to a function that behaves like {like}"
            self._scope.callbacks[called] = pointee.signature
            return self._scope.address(called), "points to an external function"
        if is_stream(pointee):
            return self._stream(name), "is an open stream"
        return self._array(name, pointee, depth)

    def _va_list_error(self, name: str) -> UnsupportedError:
        text = f"a va_list ({name}) is not supported as an argument of the function under test"
        return UnsupportedError(text, self._span)

    def _stream(self, name: str) -> Term:
        """Return a non-null pointer as from a successful ``fopen``.

        It is not assumed to be non-null, because that would block runs that start with zeros.
        """
        stream = self._variable(name, self._pointer)
        self.statements.append(Havoc(stream, Origin.INPUT, f"stream {name}", self._span))
        null = bv(0, self._pointer.width)
        return ite(eq(stream, null), bv(1, self._pointer.width), stream)

    def _array(self, name: str, pointee: PointeeType, depth: int) -> tuple[Term, str]:
        """Return the address of a new array of ``pointee``, and its description."""
        width = self._pointer.width
        if isinstance(pointee.ctype, CArray) and pointee.size is None:
            text = f"a pointer to an array of non-constant length ({name}) is not supported as an argument of the function under test"
            raise UnsupportedError(text, self._span)
        with_pointers = has_pointers(pointee.ctype)
        given = self._chosen.lengths.get(name)
        if given is None and with_pointers:
            count, what = bv(1, width), "points to a distinct object"
        else:
            count, what = self._count(name, given, pointee)
        size = bvmul(count, bv(_step(pointee), width))
        address = self._variable(name, self._pointer)
        if isinstance(pointee.ctype, CInteger | CFloat) and pointee.size in {2, 4, 8}:
            self.elements[address] = pointee.size
        self.statements.append(
            Allocate(
                address,
                size,
                Storage.HEAP if covers(self._chosen.heap, name) else Storage.STACK,
                zeroed=False,
                alignment=pointee.alignment,
                name=f"*{name}",
                span=self._span,
            )
        )
        if (self._chosen.are_strings and pointee.name == "char") or covers(self._chosen.strings, name):
            self.statements.append(Assume(bvslt(bv(0, width), size), self._span))
            self.statements.append(Store(bvadd(address, bvsub(size, bv(1, width))), bv(0, 8), self._span))
            what += " that end with a zero"
        if with_pointers:
            self._fill_all(address, name, pointee, given, depth)
            what += f", whose {_null_or_objects(self._chosen.depth)}"
        return address, what

    def _count(self, name: str, given: int | str | None, pointee: PointeeType) -> tuple[Term, str]:
        """Return the number of elements, or bytes if their size is unknown, and the description."""
        width = self._pointer.width
        most = self._chosen.small_elements or self._chosen.most_elements
        of = "elements" if pointee.size is not None else "bytes"
        if isinstance(given, int):
            return bv(given, width), f"points to a distinct array of {given} {of}"
        if isinstance(given, str):
            is_index = given.endswith(BEYOND_INDEX)
            scalar = self._scalars.get(given.removesuffix(BEYOND_INDEX))
            if scalar is None or not isinstance(scalar.value.sort, BitVecSort):
                raise InputError(f"--array-size {name}={given}: there is no integer parameter {given}")
            count = self._as_count(scalar, _step(pointee), 1 if is_index else 0)
            return count, f"points to a distinct array of {given} {of}"
        count = self._variable(f"{of} of *{name}", self._pointer)
        in_range = (bvule(bv(1, width), count), bvule(count, bv(most, width)))
        self.statements.append(Havoc(count, Origin.INPUT, f"{of} of *{name}", self._span))
        self.statements += (Assume(condition, self._span) for condition in in_range)
        return count, f"points to a distinct array of 1 to {most} {of}"

    def _as_count(self, scalar: ScalarArgument, element: int, more: int) -> Term:
        """Return ``scalar + more`` as a number of elements, 0 if it is negative.

        Emits the assumption that the array fits into the address space, or is small.
        """
        pointer_width = self._pointer.width
        wide = max(pointer_width, scalar.value.sort.width)
        extended = sign_extend(scalar.value, wide) if scalar.is_signed else zero_extend(scalar.value, wide)
        most = self._chosen.small_elements or (1 << (pointer_width - 2)) // max(element, 1)
        room = bv(most, wide)
        self.statements.append(Assume((bvsle if scalar.is_signed else bvule)(extended, room), self._span))
        zero, whole = bv(0, wide), bvadd(extended, bv(more, wide))
        count = ite(bvslt(whole, zero), zero, whole) if scalar.is_signed else whole
        return extract(count, pointer_width - 1, 0)

    def _fill_all(self, address: Term, name: str, pointee: PointeeType, given: int | str | None, depth: int) -> None:
        """Assign the pointers inside the objects from ``address`` on.

        There is one object if the number of elements is not ``given``.
        """
        if isinstance(given, str) or (given is not None and given > LIMITS.pointer_array_elements):
            text = f"--array-size {name}={given}: an array of pointers, or of structs with pointers, needs a constant size of at most {LIMITS.pointer_array_elements}"
            raise UnsupportedError(text, self._span)
        if given is None or given == 1:
            is_record = isinstance(pointee.ctype, CRecord)
            called = name if is_record else f"(*{name})" if isinstance(pointee.ctype, CArray) else f"*{name}"
            self._fill(address, 0, called, pointee.ctype, depth, "->")
            return
        for index in range(given):
            self._fill(address, index * _step(pointee), f"{name}[{index}]", pointee.ctype, depth)

    def _fill(self, address: Term, offset: int, name: str, ctype: CType, depth: int, selector: str = ".") -> None:
        """Assign the pointers inside ``name`` at ``offset``.

        ``selector`` separates ``name`` from the name of a member.
        """
        match ctype:
            case CPointer():
                value = self._null_or_target(name, ctype, depth)
                self.statements.append(Store(bvadd(address, bv(offset, self._pointer.width)), value, self._span))
            case CArray(element, count) if has_pointers(element) and count:
                if count > LIMITS.pointer_array_elements:
                    raise UnsupportedError(
                        f"an array of {count} pointers ({name}) is not supported in arguments of the function under test",
                        self._span,
                    )
                for index in range(count):
                    at = offset + index * bit_width(element) // 8
                    self._fill(address, at, f"{name}[{index}]", element, depth)
            case CRecord(kind, _, _) if is_va_list(kind):
                raise self._va_list_error(name)
            case CRecord() if is_union_of_pointers(ctype):
                pass  # any bits
            case CRecord(_, _, members):
                self._make_sizes(address, offset, name, members, selector)
                for member in members:
                    called = f"{name}{selector}{member.name}" if member.name else name
                    then = "." if member.name else selector
                    self._fill(address, offset + member.bit_offset // 8, called, member.ctype, depth, then)
            case _:
                pass

    def _make_sizes(self, address: Term, offset: int, name: str, members: Sequence[CMember], selector: str) -> None:
        """Assign the integer members that are used as sizes of arrays."""
        for member in members:
            path = f"{name}{selector}{member.name}"
            is_size = path in self._chosen.lengths.values() or any(
                path in (each.name, each.limit) for each in self._chosen.bounds
            )
            if is_size and isinstance(member.ctype, CInteger) and member.bit_width == member.ctype.width:
                value = self._variable(path, bit_vector(member.ctype.width))
                self.statements.append(Havoc(value, Origin.INPUT, path, self._span))
                at = bvadd(address, bv(offset + member.bit_offset // 8, self._pointer.width))
                self.statements.append(Store(at, value, self._span))
                self._scalars[path] = ScalarArgument(value, member.ctype.signed)

    def bounds(self) -> Iterator[Statement]:
        """Yield the assumptions about integer arguments. Requires: all arguments are made."""
        for each in self._chosen.bounds:
            left = self._scalars.get(each.name)
            right = self._scalars.get(each.limit) if isinstance(each.limit, str) else None
            if left is None or (isinstance(each.limit, str) and right is None):
                raise InputError(f"there is no integer parameter for the bound {each}")
            yield Assume(_bound(left, each.relation, each.limit if right is None else right), self._span)
            self.assumed.append(str(each))

    def _null_or_target(self, name: str, ctype: CType, depth: int) -> Term:
        """Return a pointer stored in an object that is ``depth`` dereferences from a parameter."""
        self.has_inner_pointers = True
        if depth >= self._chosen.depth and is_object(pointee_of(ctype, self._scope.module)):
            return bv(0, self._pointer.width)
        target, _ = self._target(name, ctype, depth + 1)
        return self._null_or(name, target) if name not in self._chosen.nonnull else target

    def _may_be_null(self, name: str) -> bool:
        return self._chosen.may_be_null and name not in self._chosen.nonnull

    def _null_or(self, name: str, value: Term) -> Term:
        return ite(self._choice(f"{name} is null"), bv(0, self._pointer.width), value)

    def _choice(self, what: str) -> Term:
        chosen = self._variable(what, BOOL)
        self.statements.append(Havoc(chosen, Origin.INPUT, what, self._span))
        return chosen


def _bound(left: ScalarArgument, relation: str, right: ScalarArgument | int | str) -> Term:
    """Return the comparison of mathematical integers."""
    sort = left.value.sort
    width = 72
    if not isinstance(sort, BitVecSort) or sort.width >= width or isinstance(right, str):
        raise InputError("bounds are supported for integer parameters of up to 64 bits")

    def widened(each: ScalarArgument) -> Term:
        return (sign_extend if each.is_signed else zero_extend)(each.value, width)

    one = widened(left)
    other = bv(right % (1 << width), width) if isinstance(right, int) else widened(right)
    match relation:
        case "<=":
            return bvsle(one, other)
        case ">=":
            return bvsle(other, one)
        case "<":
            return bvslt(one, other)
        case _:
            return not_(eq(one, other))


def scalar_argument(value: Term, ctype: CType) -> ScalarArgument:
    """Return the scalar argument ``value`` of type ``ctype``."""
    return ScalarArgument(value, isinstance(ctype, CInteger) and ctype.signed)


def _identity(ctype: CType) -> tuple[str, str]:
    """Return a key that equals for two pointers only if their types are the same."""
    return ctype.name, ctype.key if isinstance(ctype, CPointer) else ""


def _step(pointee: PointeeType) -> int:
    """Return the bytes from one array element to the next; 1 if the element size is unknown."""
    return 1 if pointee.size is None else pointee.size


def _null_or_objects(depth: int) -> str:
    """Return the text that describes the pointers inside objects."""
    return f"pointers are null or point to distinct objects, at most {depth} dereferences deep"


_STREAM: Final = "struct _IO_FILE"
_VARIABLE_ARGUMENTS: Final = frozenset({"struct __va_list_tag", VARIABLE_ARGUMENTS})
"""Names of ``va_list`` and of the struct it points to on x86-64."""
_UNKNOWN: Final = PointeeType("void", CVoid(), None, 1)


def pointee_of(ctype: CType, module: Module) -> PointeeType:
    """Return the type that ``ctype`` points to; one of unknown size if debug info lacks it."""
    return module.pointees.get(ctype.key, _UNKNOWN) if isinstance(ctype, CPointer) else _UNKNOWN


def is_stream(pointee: PointeeType) -> bool:
    """Return whether the type is ``FILE`` of the C library, which is opaque to programs."""
    return pointee.name == _STREAM


def is_object(pointee: PointeeType) -> bool:
    """Return whether the pointee is an object to be made: no function or stream."""
    return pointee.signature is None and not is_stream(pointee)


def is_va_list(name: str) -> bool:
    """Return whether ``name`` is ``va_list`` or a part of it."""
    return name in _VARIABLE_ARGUMENTS


def has_pointers(ctype: CType) -> bool:
    """Return whether an object of this type is or contains pointers."""
    match ctype:
        case CPointer():
            return True
        case CArray(element, _):
            return has_pointers(element)
        case CRecord(_, _, members):
            return any(has_pointers(member.ctype) for member in members)
        case _:
            return False


def is_union_of_pointers(ctype: CRecord) -> bool:
    """Return whether the type is a union with pointers.

    A record with several members is taken as a union if all of them have offset 0.
    """
    return len(ctype.members) > 1 and not any(each.bit_offset for each in ctype.members) and has_pointers(ctype)


def has_union_of_pointers(ctype: CType) -> bool:
    """Return whether an object of this type is or contains a union with pointers."""
    match ctype:
        case CArray(element, _):
            return has_union_of_pointers(element)
        case CRecord(_, _, members):
            return is_union_of_pointers(ctype) or any(has_union_of_pointers(each.ctype) for each in members)
        case _:
            return False
