"""C types in the text form: a table of definitions in topological order."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from surefoot.program.ctypes import CArray, CEnum, CFloat, CInteger, CMember, CPointer, CRecord, CType, CVoid
from surefoot.program.text.words import Line, written_name, written_string

_T = TypeVar("_T")


def keyed_types(types: Iterable[CType]) -> dict[CType, str]:
    """Return a key for each of ``types`` and their parts: the C name, numbered where several types
    have it.
    """
    keys: dict[CType, str] = {}
    taken: set[str] = set()

    def enter(ctype: CType) -> None:
        if ctype in keys:
            return
        match ctype:
            case CArray(element):
                enter(element)
            case CRecord(members=members):
                for member in members:
                    enter(member.ctype)
            case _:
                pass
        key, number = ctype.name, 1
        while key in taken:
            number += 1
            key = f"{ctype.name}#{number}"
        taken.add(key)
        keys[ctype] = key

    for ctype in types:
        enter(ctype)
    return keys


def written_type(ctype: CType, keys: Mapping[CType, str]) -> str:
    """Return the line that defines ``ctype``."""
    named = "" if keys[ctype] == ctype.name or isinstance(ctype, CPointer | CArray) else written_string(ctype.name)
    return f"type {written_name(keys[ctype])} = {_definition(ctype, keys)} {named}".rstrip()


def _definition(ctype: CType, keys: Mapping[CType, str]) -> str:
    match ctype:
        case CVoid():
            return "void"
        case CInteger(_, width, signed):
            return f"{_sign(signed=signed)} {width}"
        case CFloat(_, width):
            return f"float {width}"
        case CEnum(_, width, signed, enumerators):
            listed = ", ".join(f"{written_name(name)} = {value}" for name, value in enumerators)
            return f"enum {_sign(signed=signed)} {width} {{{listed}}}"
        case CPointer(target, width):
            return f"pointer {width} {written_string(target)}"
        case CArray(element, count):
            length = "" if count is None else f"{count} "
            return f"array {length}{written_name(keys[element])}"
        case CRecord(_, size, members):
            listed = ", ".join(
                f"{written_name(keys[member.ctype])} {written_name(member.name)} {member.bit_offset} {member.bit_width}"
                for member in members
            )
            return f"record {size} {{{listed}}}"


def _sign(*, signed: bool) -> str:
    return "signed" if signed else "unsigned"


def read_type(line: Line, known: Mapping[str, CType]) -> tuple[str, CType]:
    """Return the key and the type that ``line`` defines, its parts being ``known``.

    Requires: the word ``type`` is consumed.
    """
    key = line.name()
    line.expect("=")
    kind = line.take("name")
    match kind:
        case "void":
            return key, CVoid(_real_name(line, key))
        case "signed" | "unsigned":
            width = line.integer()
            return key, CInteger(_real_name(line, key), width, kind == "signed")
        case "float":
            width = line.integer()
            return key, CFloat(_real_name(line, key), width)
        case "enum":
            signed, width = line.take("name") == "signed", line.integer()
            enumerators = tuple(_listed(line, _read_enumerator))
            return key, CEnum(_real_name(line, key), width, signed, enumerators)
        case "pointer":
            width = line.integer()
            return key, CPointer(line.string(), width)
        case "array":
            count = line.integer() if line.next.kind == "number" else None
            return key, CArray(known_type(line, known), count)
        case "record":
            size = line.integer()
            members = tuple(_listed(line, lambda line: _read_member(line, known)))
            return key, CRecord(_real_name(line, key), size, members)
        case _:
            return line.reject(f"{kind} is no kind of C type")


def known_type(line: Line, known: Mapping[str, CType]) -> CType:
    """Return the type whose key is at the cursor."""
    key = line.name()
    if key not in known:
        line.reject(f"type {key!r} is not defined")
    return known[key]


def _real_name(line: Line, key: str) -> str:
    return line.string() if line.next.kind == "string" else key


def _read_enumerator(line: Line) -> tuple[str, int]:
    name = line.name()
    line.expect("=")
    return name, line.integer()


def _read_member(line: Line, known: Mapping[str, CType]) -> CMember:
    ctype = known_type(line, known)
    name = line.name()
    offset = line.integer()
    return CMember(name, ctype, offset, line.integer())


def _listed(line: Line, read: Callable[[Line], _T]) -> Iterator[_T]:
    line.expect("{")
    while not line.accept("}"):
        yield read(line)
        if not line.sees("}"):
            line.expect(",")
