"""Files that calls open, as far as constant arguments determine names and modes."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.llvm.module import (
    CallInstruction,
    FunctionDefinition,
    GetElementPointer,
    IntConstant,
    LoadInstruction,
    Local,
    Module,
    Operand,
    StoreInstruction,
)
from surefoot.frontend.lower.control.flow_graph import operands_of
from surefoot.frontend.lower.library.formats import format_of

_WRITES: Final = 0o1
_READS_AND_WRITES: Final = 0o2
_EMPTIES: Final = 0o1000
"""Flags of ``open`` in Linux."""
_MODE_AT: Final = {"fopen": 1, "fopen64": 1, "freopen": 1, "freopen64": 1, "popen": 1}
_CREATING: Final = frozenset({"tmpfile", "tmpfile64", "mkstemp", "pipe"})
"""Functions that create something that is written first and read later."""
FILES_OPENED_BY: Final = frozenset({*_MODE_AT, *_CREATING, "open", "open64", "creat", "creat64"})


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """File that is ``read``, ``written`` or both.

    ``name`` is the last part of its path, None if it is unknown. ``is_empty`` if it may be empty
    then, and ``is_at_start`` if it is certainly used from its beginning.
    """

    name: str | None
    read: bool
    written: bool
    is_empty: bool
    is_at_start: bool = False


def opened_by(
    module: Module, call: CallInstruction, function: str, names: Mapping[str, str] = MappingProxyType({})
) -> OpenedFile:
    """Return the file that ``call`` of ``function`` opens.

    ``names`` maps values to the files that they name.
    """
    if function in _CREATING:
        return OpenedFile(None, read=True, written=True, is_empty=True, is_at_start=True)
    path = None if function == "popen" else format_of(module, call, 0)
    name = None if path is None else path.rpartition("/")[2]
    if name is None and function != "popen" and call.arguments and isinstance(call.arguments[0].value, Local):
        name = names.get(call.arguments[0].value.name)
    if function in {"creat", "creat64"}:
        return OpenedFile(name, read=False, written=True, is_empty=True)
    if function in _MODE_AT:
        mode = format_of(module, call, _MODE_AT[function])
        if mode is None:
            return OpenedFile(name, read=True, written=True, is_empty=True)
        both = "+" in mode
        is_file = function != "popen"
        is_at_start = is_file and "a" not in mode
        return OpenedFile(name, "r" in mode or both, "r" not in mode or both, "w" in mode and is_file, is_at_start)
    flags = call.arguments[1].value if len(call.arguments) > 1 else None
    if function not in {"open", "open64"}:
        return OpenedFile(name, read=False, written=False, is_empty=False)
    if not isinstance(flags, IntConstant):
        return OpenedFile(name, read=True, written=True, is_empty=True)
    given = flags.value
    written = bool(given & (_WRITES | _READS_AND_WRITES))
    return OpenedFile(name, not given & _WRITES, written, bool(given & _EMPTIES))


def may_read_own_output(opened: Sequence[OpenedFile], *, moves_files: bool) -> bool:
    """Return whether some file may be both written and read.

    If ``moves_files``, different names may refer to the same file.
    """
    for reader in opened:
        for writer in opened:
            is_disjoint = None not in (reader.name, writer.name) and reader.name != writer.name and not moves_files
            if reader.read and writer.written and not is_disjoint:
                return True
    return False


def arguments_of_program(main: FunctionDefinition) -> dict[str, str]:
    """Return the values in ``main`` that are certainly program arguments, each with a unique name.

    The names differ from those of files. Two arguments may name the same file or different ones.
    """
    if len(main.parameters) < 2:
        return {}
    instructions = [each for block in main.blocks for each in block.instructions]
    stored: dict[str, list[Operand]] = {}
    used_otherwise: set[str] = set()
    for each in instructions:
        if isinstance(each, StoreInstruction) and isinstance(each.address, Local):
            stored.setdefault(each.address.name, []).append(each.value)
        operands = operands_of(each)
        if isinstance(each, StoreInstruction | LoadInstruction):
            operands = operands[:-1]  # the address
        used_otherwise.update(operand.name for operand in operands if isinstance(operand, Local))
    once = {name: values[0] for name, values in stored.items() if len(values) == 1 and name not in used_otherwise}
    found = {main.parameters[1].name: "/"}
    for each in instructions:
        match each:
            case LoadInstruction(result=result, address=Local(name=name)) if isinstance(held := once.get(name), Local):
                if held.name in found:
                    found[result] = found[held.name]
            case LoadInstruction(result=result, address=Local(name=name)) if found.get(name, "").startswith("/at"):
                found[result] = found[name].replace("/at", "/argument")
            case GetElementPointer(result=result, base=Local(name=name), indices=(IntConstant(value=value),)):
                if found.get(name) == "/":
                    found[result] = f"/at {value}"
            case _:
                pass
    return {name: what for name, what in found.items() if what.startswith("/argument")}
