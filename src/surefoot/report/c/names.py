"""C names for state variables that are not whole program variables.

An offset of the pointer ``p`` into ``line`` is ``p - line``; the end of its string is
``end1(line)``.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count

from surefoot.base.records import replace
from surefoot.frontend.acsl.contracts import is_harness
from surefoot.logic import ArraySort, BitVecSort, Term
from surefoot.program.access import variables_assigned
from surefoot.program.ctypes import CArray, CInteger, CPointer, CType
from surefoot.program.layout import byte_size
from surefoot.program.program import Program, Role, Variable
from surefoot.report.c.source_text import SourceLines, expression_at
from surefoot.report.c.values import Cell, cells, place_text
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.systems.control.system import Aspect, Referent, ReferentKind
from surefoot.systems.encode.encoding import Encoding
from surefoot.systems.encode.program_system import ProgramSystem
from surefoot.systems.encode.slots import Slot
from surefoot.systems.encode.value_forms import PointsInto


def c_names(encoding: Encoding, name: str) -> dict[Term, Variable]:
    """Return names for all state variables of the location ``name`` that have one in C."""
    known = encoding.variables(name)
    if not isinstance(encoding, ProgramSystem):
        return dict(known)
    named = {**pointer_names(encoding, name), **cell_names(encoding, name), **known}
    return in_source(named, encoding.program)


def pointer_names(encoding: ProgramSystem, name: str) -> dict[Term, Variable]:
    """Return names for pointer offsets, string ends and whole arrays among the state variables of
    the location ``name``.
    """
    ranges = encoding.pointers(name)
    holders = holder_names(encoding, name)
    variables = encoding.system.location(name).variables
    pools = {each.referent.owner for each in variables if each.referent.kind in _COUNTS}
    found: dict[Term, Variable] = {}
    for each in variables:
        symbol, sort = each.symbol, each.symbol.sort
        if each.referent.kind in _COUNTS and isinstance(sort, BitVecSort) and len(pools) == 1:
            text = _COUNTS[each.referent.kind]
            found[symbol] = Variable(symbol, text, CInteger("", sort.width, signed=True), Role.TEMPORARY, None)
        elif each.referent.aspect is Aspect.INSTANCE and isinstance(sort, BitVecSort) and symbol in holders:
            text = f"allocation({holders[symbol]})"
            found[symbol] = Variable(symbol, text, CInteger("", sort.width, signed=True), Role.TEMPORARY, None)
        elif each.referent.aspect is Aspect.OFFSET and isinstance(sort, BitVecSort):
            text = _distance(each.referent, ranges.get(symbol))
            if text:
                found[symbol] = Variable(symbol, text, CInteger("", sort.width, signed=False), Role.TEMPORARY, None)
        elif each.referent.kind is ReferentKind.STRING_END and each.referent.aspect is Aspect.WHOLE:
            text = f"end{each.referent.position}"
            found[symbol] = Variable(symbol, text, CInteger("", sort.width, signed=False), Role.TEMPORARY, None)
        elif each.referent.kind is ReferentKind.ARRAY and isinstance(sort, ArraySort):
            element = CInteger("", sort.element.width, signed=True)
            found[symbol] = Variable(
                symbol, _source_name(each.referent.owner), CArray(element, None), Role.TEMPORARY, None
            )
    return found


def _distance(pointer: Referent, range_: PointsInto | None) -> str:
    """Return the distance of ``pointer`` from the start of the only object that it may point into;
    empty if there are several.
    """
    if range_ is None or len(range_.objects) != 1 or range_.residue or pointer.kind not in _VARIABLES:
        return ""
    owner = range_.objects[0].name
    if pointer.kind is ReferentKind.STRING_END:
        return f"end{pointer.position}({owner})"
    return f"({_source_name(pointer.owner)} - {owner})"


_COUNTS = {ReferentKind.ALLOCATED: "allocated", ReferentKind.LIVE: "live", ReferentKind.FREED: "freed"}
_VARIABLES = frozenset({ReferentKind.LOCAL, ReferentKind.GLOBAL, ReferentKind.STRING_END})


def _source_name(owner: str) -> str:
    """Return ``p`` for ``main::p``, and ``line`` for ``line#9``."""
    return owner.rpartition("::")[2].partition("#")[0]


def cell_names(encoding: ProgramSystem, name: str) -> dict[Term, Variable]:
    """Return names for the state variables of the location ``name`` that are cells of global and
    stack objects.
    """
    names = {}
    for slot, variables in encoding.slots(name):
        if len(variables) == 1 and variables[0].referent.aspect is Aspect.WHOLE:
            cell = _cell(encoding, slot)
            if cell is not None:
                symbol = variables[0].symbol
                names[symbol] = Variable(symbol, cell[0], cell[1].ctype, Role.GLOBAL, None)
    return names


def unused_name(preferred: Sequence[str], taken: Collection[str]) -> str:
    """Return the first of the ``preferred`` names that is not ``taken``, else the first one with a
    number.
    """
    numbered = (f"{preferred[0]}{number}" for number in count(1))
    return next(each for each in chain(preferred, numbered) if each not in taken)


def holder_names(encoding: ProgramSystem, name: str) -> dict[Term, str]:
    """Return the variable or cell that each state variable of the location ``name`` is a part of."""
    declared = encoding.declared(name)
    names: dict[Term, str] = {}
    for slot, variables in encoding.slots(name):
        text = ""
        if isinstance(slot.owner, Term):
            known = declared.get(slot.owner)
            shown = None if known is None else in_source({slot.owner: known}, encoding.program).get(slot.owner)
            text = "" if shown is None else shown.name
        elif (cell := _cell(encoding, slot)) is not None:
            text = cell[0]
        if text:
            names |= {each.symbol: text for each in variables}
    return names


def object_place(encoding: ProgramSystem, each: MemoryObject, offset: int, width: int) -> str:
    """Return the part of ``width`` bytes at ``offset`` of an object; empty if its type is unknown."""
    cell = _cell_of(encoding, each, offset, width)
    return "" if cell is None else place_text(each.name, cell.path)


def _cell(encoding: ProgramSystem, slot: Slot) -> tuple[str, Cell] | None:
    """Return the name of the cell ``slot`` of an object whose type is known."""
    if slot.kind is not ReferentKind.CELL or not isinstance(slot.owner, MemoryObject):
        return None
    cell = _cell_of(encoding, slot.owner, slot.number, byte_size(slot.sort))
    return None if cell is None else (place_text(slot.owner.name, cell.path), cell)


def _cell_of(encoding: ProgramSystem, owner: MemoryObject, offset: int, size: int) -> Cell | None:
    if not owner.name:
        return None
    types = encoding.program.object_types
    ctype = types.get(owner.made_at) or _pointed_type(encoding.program, owner.name)
    for each in encoding.program.global_objects:
        if each.address == owner.address:
            ctype = each.ctype
    if ctype is None:
        return None
    first, width = 8 * offset, 8 * size
    found = (each for each in cells(ctype, first, first + width) if (each.bit_offset, each.bit_width) == (first, width))
    return next(found, None)


def _pointed_type(program: Program, name: str) -> CType | None:
    """Return the type of the objects ``*p`` that a harness gives to parameters ``p``, if these are
    pointers to one struct type.
    """
    targets = {
        each.ctype.target
        for function in program.functions.values()
        for each in function.parameters
        if name == f"*{each.name}" and isinstance(each.ctype, CPointer)
    }
    record = program.object_types.get(targets.pop().removeprefix("const ")) if len(targets) == 1 else None
    return None if record is None else CArray(record, None)


def in_source(names: Mapping[Term, Variable], program: Program) -> dict[Term, Variable]:
    """Return ``names`` with the expression of the source for each intermediate value, such as
    ``(f(x) at line 7)``; those without one are left out, and so are variables of generated functions.
    """
    generated = {
        each.symbol
        for function in program.functions.values()
        if function.name == program.entry or is_harness(function.name)
        for each in (*function.parameters, *function.locals)
    }
    found = {}
    for symbol, each in names.items():
        if symbol in generated:
            continue
        if not each.name.startswith("%"):
            found[symbol] = each
        elif text := _expression(each.symbol, program):
            found[symbol] = replace(each, name=text)
    uses = Counter(_base_name(each) for each in found.values())
    return {
        symbol: replace(each, name=_base_name(each)) if uses[_base_name(each)] == 1 else each
        for symbol, each in found.items()
    }


def _base_name(variable: Variable) -> str:
    """Return the name without the function by which it is qualified."""
    payload = str(variable.symbol.payload)
    is_qualified = variable.name == payload and not payload.startswith("__surefoot_")
    return variable.name.rpartition("::")[2] if is_qualified else variable.name


def _expression(symbol: Term, program: Program) -> str:
    """Return the expression and the line at which ``symbol`` is assigned; empty if there is not
    exactly one.
    """
    spans = {
        statement.span
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in block.statements
        if symbol in variables_assigned(statement)
    }
    span = next(iter(spans), None)
    if span is None or len(spans) > 1 or span.is_library:
        return ""
    text = expression_at(SourceLines().whole_line(span), span.column)
    return f"({text} at line {span.line})" if text else ""
