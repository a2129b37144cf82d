"""C names for state variables that are not whole program variables.

An offset of the pointer ``p`` into ``line`` is ``p - line``; the end of its string is
``end1(line)``.
"""

from surefoot.logic import ArraySort, BitVecSort, Term
from surefoot.program.ctypes import CArray, CInteger
from surefoot.program.layout import byte_size
from surefoot.program.program import GlobalObject, Role, Variable
from surefoot.report.c.values import cells
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.systems.control.system import Aspect, Referent, ReferentKind
from surefoot.systems.encode.program_system import ProgramSystem
from surefoot.systems.encode.slots import Slot
from surefoot.systems.encode.value_forms import PointsInto


def pointer_names(encoding: ProgramSystem, name: str) -> dict[Term, Variable]:
    """Return names for pointer offsets, string ends and whole arrays among the state variables of
    the location ``name``.
    """
    ranges = encoding.pointers(name)
    found: dict[Term, Variable] = {}
    for each in encoding.system.location(name).variables:
        symbol, sort = each.symbol, each.symbol.sort
        if each.referent.aspect is Aspect.OFFSET and isinstance(sort, BitVecSort):
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


_VARIABLES = frozenset({ReferentKind.LOCAL, ReferentKind.GLOBAL, ReferentKind.STRING_END})


def _source_name(owner: str) -> str:
    """Return ``p`` for ``main::p``, and ``line`` for ``line#9``."""
    return owner.rpartition("::")[2].partition("#")[0]


def cell_names(encoding: ProgramSystem, name: str) -> dict[Term, Variable]:
    """Return names for the state variables of the location ``name`` that are cells of global
    objects.
    """
    globals_ = {each.address: each for each in encoding.program.global_objects}
    names = {}
    for slot, symbol in encoding.cells(name):
        owner = globals_.get(slot.owner.address) if isinstance(slot.owner, MemoryObject) else None
        named = _cell_name(symbol, slot, owner) if owner is not None else None
        if named is not None:
            names[symbol] = named
    return names


def _cell_name(symbol: Term, slot: Slot, owner: GlobalObject) -> Variable | None:
    first, width = 8 * slot.number, 8 * byte_size(slot.sort)
    for cell in cells(owner.ctype, first, first + width):
        if (cell.bit_offset, cell.bit_width) == (first, width):
            return Variable(symbol, owner.name + cell.path, cell.ctype, Role.GLOBAL, owner.span)
    return None
