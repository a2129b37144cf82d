"""The objects of a run as the user knows them: their names and types, and the values that point to them."""

from collections import Counter
from collections.abc import Mapping

from surefoot.base.printable import quoted
from surefoot.logic import ArrayValue, RoundingMode, Value
from surefoot.program.ctypes import CArray, CEnum, CFloat, CInteger, CPointer, CRecord, CType, CVoid, bit_width
from surefoot.program.layout import byte_size
from surefoot.program.program import Program, Variable
from surefoot.report.c.values import Cell, cells, part_at, value_text
from surefoot.semantics.interpreter import ObjectIdentity, Region

MOST_CELLS = 8
LARGEST_NUMBER = 16
"""Bytes of the largest number that there is in C."""
ARGUMENT_LIST = "struct __va_list_tag"
"""What a list of variable arguments consists of: nothing that a program says."""


class RunObjects:
    """The objects that a run has made so far. What a heap object is shows when a pointer of some type points to it."""

    def __init__(self, program: Program, variables: Mapping[str, Variable]) -> None:
        self._program = program
        self._globals = {str(known.address.payload): known for known in program.global_objects}
        self._literals = _literals(program)
        self._objects: dict[int, ObjectIdentity] = {}
        self._names: dict[int, str] = {}
        """Those of heap objects."""
        self._hidden: set[int] = set()
        """The objects that belong to models of library functions."""
        self._heap_counts: Counter[str] = Counter()
        self._heap_types: dict[int, CType] = {}
        self._heap_records: set[int] = set()
        """Those of them that are structs."""
        self._records = _records(program, variables)
        self._scalars = _scalars(variables)

    def add(self, created: ObjectIdentity, *, by_model: bool) -> None:
        """Take note of a new object; those on the stack that a model of the library made are its own business."""
        self._objects[created.base] = created
        if created.region is Region.STACK and by_model:
            self._hidden.add(created.number)
        if created.region is Region.HEAP:
            self._heap_counts[created.name] += 1
            self._names[created.number] = f"{created.name}#{self._heap_counts[created.name]}"

    def at(self, address: int) -> ObjectIdentity | None:
        """The object with this address; one past the end counts, unless another object starts there."""
        exact = self._objects.get(address)
        if exact is not None:
            return exact
        return next((each for base, each in self._objects.items() if base <= address <= base + each.size), None)

    def named(self, target: ObjectIdentity) -> tuple[str | None, CType]:
        """What the user calls an object, and its type; no name for what the library keeps to itself."""
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
            case Region.FUNCTION:
                return target.name, CVoid()

    def written_cells(self, ctype: CType, offset: int, size: int, bits: int) -> list[Cell]:
        """The scalars of an object of ``ctype`` wholly inside the bytes written; where the type does not say, the bytes, few of them as one value."""
        first, end = offset * 8, (offset + size) * 8
        inside = [cell for cell in cells(ctype, first, end) if first <= cell.bit_offset <= end - cell.bit_width]
        if inside:
            return inside
        if size > LARGEST_NUMBER:
            return list(cells(CArray(CInteger("unsigned char", 8, signed=False), None), first, end))
        width = self._program.data_model.pointer_width
        is_pointer = size * 8 == width and self.at(bits) is not None
        guess = CPointer("void", width) if is_pointer else CInteger(f"{size} bytes", size * 8, signed=True)
        return [Cell(f"+{offset}" if offset else "", guess, first, size * 8)]

    def text(self, value: Value, ctype: CType) -> str:
        """``value`` as users of ``ctype`` write it."""
        match value:
            case ArrayValue(default, entries):
                element = ctype.element if isinstance(ctype, CArray) else CVoid()
                first = [(index, entries[index]) for index in list(entries)[:MOST_CELLS]]
                parts = [f"[{self.text(index, CVoid())}] = {self.text(held, element)}" for index, held in first]
                parts += ["…"] * (len(entries) > MOST_CELLS)
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
            return f"&{name or target.name}{part}"
        return f"&{name or target.name}" + (f" + {offset}" if offset else "")

    def _learn_type(self, target: ObjectIdentity, wanted: str) -> None:
        """A pointer to ``wanted`` points to the start of a heap object: it is one, or an array of them. Structs tell more than scalars."""
        element = self._records.get(wanted) or self._scalars.get(wanted)
        is_known = target.number in self._heap_types
        if element is None or (is_known and (wanted not in self._records or target.number in self._heap_records)):
            return
        if wanted in self._records:
            self._heap_records.add(target.number)
        size = bit_width(element) // 8
        is_array = size and target.size > size and target.size % size == 0
        self._heap_types[target.number] = CArray(element, target.size // size) if is_array else element


def as_bits(value: Value) -> int:
    """The bits of a scalar, as far as they are known as a number."""
    return int(value) if isinstance(value, int) else 0


def _literals(program: Program) -> dict[str, bytes]:
    """The string literals by the symbols of their addresses."""
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
    """The structs and unions by name, as far as the program declares objects of them."""
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
"""Scalar types that are the same everywhere: pointers name them, and no variable needs to be of them."""


def _scalars(variables: Mapping[str, Variable]) -> Mapping[str, CType]:
    """The scalar types by name, as far as they are known."""
    found: dict[str, CType] = {ctype.name: ctype for ctype in _COMMON}
    for variable in variables.values():
        if isinstance(variable.ctype, CInteger | CFloat | CEnum | CPointer):
            found.setdefault(variable.ctype.name, variable.ctype)
    return found
