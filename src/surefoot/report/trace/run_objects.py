"""Variables and objects of a run under the names and types that the source gives them."""

from collections import Counter
from collections.abc import Mapping

from surefoot.base.text import quoted
from surefoot.logic import ArrayValue, BitVecSort, FloatSort, RoundingMode, Sort, Value, variables_of
from surefoot.program.access import terms_read
from surefoot.program.ctypes import CArray, CEnum, CFloat, CInteger, CPointer, CRecord, CType, CVoid, bit_width
from surefoot.program.layout import byte_size
from surefoot.program.program import Program, Role, Variable
from surefoot.program.statements import Statement, Terminator
from surefoot.report.c.values import Cell, address_text, cells, part_at, value_text
from surefoot.report.limits import LIMITS
from surefoot.semantics.interpreter import ObjectIdentity, Region

LARGEST_NUMBER = 16
"""Bytes of the largest number type of C."""
ARGUMENT_LIST = "struct __va_list_tag"
"""Element type of ``va_list`` on this platform, which is hidden from users."""
ALLOCATING = frozenset({"malloc", "realloc", "aligned_alloc"})
"""Functions whose new objects have indeterminate contents."""
_SIGNED_INPUTS = ("char", "short", "int", "long", "longlong", "int128")
_OURS = "__surefoot_"
_WIDTHS_OF_FLOATS = {"float": 32, "double": 64}


class RunObjects:
    """The objects that a run has created so far; a heap object gets its type from the pointers to
    it.
    """

    def __init__(self, program: Program, variables: Mapping[str, Variable]) -> None:
        self._program = program
        self._globals = {str(known.address.payload): known for known in program.global_objects}
        self._literals = _literals(program)
        self._objects: dict[int, ObjectIdentity] = {}
        self._names: dict[int, str] = {}
        """Names of heap objects, by number."""
        self._hidden: set[int] = set()
        """Stack objects of library models, which are hidden."""
        self._heap_counts: Counter[str] = Counter()
        self._heap_types: dict[int, CType] = {}
        self._heap_records: set[int] = set()
        """Numbers of the heap objects whose type is a struct."""
        self._records = _records(program, variables)
        self._scalars = _scalars(variables)

    def add(self, created: ObjectIdentity, *, by_model: bool) -> None:
        """Add a new object; stack objects of library models are hidden."""
        self._objects[created.base] = created
        if created.region is Region.STACK and by_model:
            self._hidden.add(created.number)
        if created.region is Region.HEAP:
            self._heap_counts[created.name] += 1
            self._names[created.number] = f"{created.name}#{self._heap_counts[created.name]}"

    def at(self, address: int) -> ObjectIdentity | None:
        """Return the object with this address; one past the end counts, unless another object
        starts there.
        """
        exact = self._objects.get(address)
        if exact is not None:
            return exact
        return next((each for base, each in self._objects.items() if base <= address <= base + each.size), None)

    def base_of_global(self, symbol: str) -> int | None:
        """Return the address of the object of static storage duration that ``symbol`` stands for."""
        found = (each for each in self._objects.values() if each.symbol == symbol)
        return next((each.base for each in found if each.region in {Region.GLOBAL, Region.CONSTANT}), None)

    def named(self, target: ObjectIdentity) -> tuple[str | None, CType]:
        """Return the name and type of an object; the name of a hidden object is ``None``."""
        match target.region:
            case Region.GLOBAL | Region.CONSTANT:
                known = self._globals.get(target.symbol)
                if known is None:
                    return target.name, CVoid()
                hidden = known.span is not None and known.span.is_library
                return (None if hidden else known.name), known.ctype
            case Region.HEAP:
                return self._names[target.number], self._heap_types.get(target.number, CVoid())
            case Region.STACK:
                if target.number in self._hidden:
                    return None, CVoid()
                ctype = self._program.object_types.get(target.symbol, CVoid())
                is_argument_list = isinstance(ctype, CArray) and ctype.element.name == ARGUMENT_LIST
                return (None if is_argument_list else target.name or None), ctype
            case Region.FUNCTION | Region.OUTSIDE:
                return target.name, CVoid()

    def written_cells(self, ctype: CType, offset: int, size: int, bits: int) -> list[Cell]:
        """Return the scalars of an object of ``ctype`` that were written.

        Where the type has none at these bytes, the bytes themselves are returned, few of them as
        one number.
        """
        first, end = offset * 8, (offset + size) * 8
        inside = [cell for cell in cells(ctype, first, end) if first <= cell.bit_offset <= end - cell.bit_width]
        if inside:
            return inside
        if size > LARGEST_NUMBER:
            return list(cells(CArray(CInteger("unsigned char", 8, signed=False), None), first, end))
        width = self._program.data_model.pointer_width
        is_pointer = size * 8 == width and self.at(bits) is not None
        assumed = CPointer("void", width) if is_pointer else CInteger(f"{size} bytes", size * 8, signed=True)
        return [Cell(f"+{offset}" if offset else "", assumed, first, size * 8)]

    def text(self, value: Value, ctype: CType) -> str:
        """Return ``value`` as C source writes values of ``ctype``."""
        match value:
            case ArrayValue(default, entries):
                element = ctype.element if isinstance(ctype, CArray) else CVoid()
                first = [(index, entries[index]) for index in list(entries)[: LIMITS.cells]]
                parts = [f"[{self.text(index, CVoid())}] = {self.text(held, element)}" for index, held in first]
                parts += ["…"] * (len(entries) > LIMITS.cells)
                return f"{{{', '.join([*parts, f'else {self.text(default, element)}'])}}}"
            case RoundingMode():
                return value.name
            case _:
                return value_text(as_bits(value), ctype, self._pointer_text)

    def _pointer_text(self, address: int, wanted: str) -> str:
        if address == 0:
            return "NULL"
        target = self.at(address)
        if target is None:
            return f"{address:#x}"
        offset = address - target.base
        if target.region is Region.HEAP and offset == 0:
            self._learn_type(target, wanted.removeprefix("const "))
        name, ctype = self.named(target)
        if target.region is Region.FUNCTION:
            return name or target.name
        if target.symbol in self._literals:
            return quoted(self._literals[target.symbol][offset:])
        is_heap_array = target.region is Region.HEAP and isinstance(ctype, CArray)
        part = part_at(ctype, offset * 8, wanted)
        if part is not None and not (is_heap_array and offset == 0):
            return address_text(name or target.name, part)
        return address_text(name or target.name, "") + (f" + {offset}" if offset else "")

    def _learn_type(self, target: ObjectIdentity, wanted: str) -> None:
        """Infer the type of a heap object from a pointer to ``wanted`` at its start; structs take
        precedence over scalars.
        """
        element = self._records.get(wanted) or self._scalars.get(wanted)
        is_known = target.number in self._heap_types
        if element is None or (is_known and (wanted not in self._records or target.number in self._heap_records)):
            return
        if wanted in self._records:
            self._heap_records.add(target.number)
        size = bit_width(element) // 8
        is_array = size and target.size > size and target.size % size == 0
        self._heap_types[target.number] = CArray(element, target.size // size) if is_array else element


class IndeterminateContents:
    """Objects of a run whose contents are indeterminate until they are written (C17 6.2.4,
    7.22.3.4), and the bytes written so far.
    """

    def __init__(self) -> None:
        self._written: dict[int, dict[tuple[int, int], int]] = {}

    def add(self, created: ObjectIdentity) -> None:
        """Add a new object."""
        self._written[created.number] = {}

    def write(self, target: ObjectIdentity, offset: int, size: int, time: int) -> None:
        """Record that ``size`` bytes at ``offset`` of ``target`` were written at ``time``."""
        if target.number in self._written:
            self._written[target.number].setdefault((offset, size), time)

    def forget(self) -> None:
        """Drop all objects: from now on, writes to them are not seen."""
        self._written.clear()

    def may_be_written(self, target: ObjectIdentity, offset: int, size: int, until: int) -> bool:
        """Return ``False`` only if none of ``size`` bytes at ``offset`` of ``target`` was written
        before the time ``until``.
        """
        written = self._written.get(target.number)
        return written is None or any(
            first < offset + size and offset < first + held and time < until for (first, held), time in written.items()
        )


def as_bits(value: Value) -> int:
    """Return the bits of a scalar, 0 if they are not a number."""
    return int(value) if isinstance(value, int) else 0


def _literals(program: Program) -> dict[str, bytes]:
    """Return the string literals by the symbols of their addresses."""
    found: dict[str, bytes] = {}
    for each in program.global_objects:
        if each.constant and each.name.startswith(".str") and each.cells is not None:
            text = bytearray(each.size)
            for cell in each.cells:
                size = byte_size(cell.value.sort)
                text[cell.offset : cell.offset + size] = as_bits(cell.value.payload).to_bytes(size, "little")
            found[str(each.address.payload)] = bytes(text)
    return found


def _records(program: Program, variables: Mapping[str, Variable]) -> Mapping[str, CRecord]:
    """Return by name the structs and unions of which the program declares objects."""
    found: dict[str, CRecord] = {}
    waiting: list[CType] = [variable.ctype for variable in variables.values()]
    waiting += [known.ctype for known in program.global_objects]
    waiting += program.object_types.values()
    while waiting:
        match waiting.pop():
            case CArray(element, _):
                waiting.append(element)
            case CRecord(name, _, members) as record if name not in found:
                found[name] = record
                waiting += [member.ctype for member in members]
            case _:
                pass
    return found


_COMMON = (
    CInteger("char", 8, signed=True),
    CInteger("signed char", 8, signed=True),
    CInteger("unsigned char", 8, signed=False),
    CInteger("short", 16, signed=True),
    CInteger("unsigned short", 16, signed=False),
    CInteger("int", 32, signed=True),
    CInteger("unsigned int", 32, signed=False),
    CFloat("float", 32),
    CFloat("double", 64),
)
"""Scalar types with the same width on all supported platforms."""


def _scalars(variables: Mapping[str, Variable]) -> Mapping[str, CType]:
    """Return the known scalar types by name."""
    found: dict[str, CType] = {ctype.name: ctype for ctype in _COMMON}
    for variable in variables.values():
        if isinstance(variable.ctype, CInteger | CFloat | CEnum | CPointer):
            found.setdefault(variable.ctype.name, variable.ctype)
    return found


def is_shown(variable: Variable | None) -> bool:
    """Return whether ``variable`` is in the user's source."""
    if variable is None or variable.role is Role.TEMPORARY or variable.name.startswith(_OURS):
        return False
    return variable.span is None or not variable.span.is_library


def variables_read(statement: Statement | Terminator) -> frozenset[str]:
    """Return the names of the variables that ``statement`` reads."""
    return frozenset(str(symbol.payload) for term in terms_read(statement) for symbol in variables_of(term))


def type_of_input(source: str, sort: Sort) -> CType:
    """Return the C type of an input function's result, from the suffix of its name."""
    name = source.rpartition("_")[2]
    match sort:
        case BitVecSort(width) if name in _SIGNED_INPUTS:
            return CInteger(name, width, signed=True)
        case FloatSort() if name in _WIDTHS_OF_FLOATS:
            return CFloat(name, _WIDTHS_OF_FLOATS[name])
        case _:
            return CVoid()


def variables_by_name(program: Program) -> Mapping[str, Variable]:
    """Return all variables by the names of their symbols."""
    known = {str(item.variable.symbol.payload): item.variable for item in program.global_variables}
    for function in program.functions.values():
        for variable in (*function.parameters, *function.locals):
            known[str(variable.symbol.payload)] = variable
    return known
