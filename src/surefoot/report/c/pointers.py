"""Names in C for state variables that are a part of a pointer, or all of an object: ``p - line`` is how far ``p`` is from the start of ``line``, and ``end1(line)`` where a zero was last written there."""

from surefoot.logic import ArraySort, BitVecSort, Term
from surefoot.program.ctypes import CArray, CInteger
from surefoot.program.program import Role, Variable
from surefoot.systems.control.system import Aspect, Referent, ReferentKind
from surefoot.systems.encode.program_system import ProgramSystem
from surefoot.systems.encode.value_forms import PointsInto


def pointer_names(translation: ProgramSystem, name: str) -> dict[Term, Variable]:
    """Names for the state variables of the location ``name`` that are offsets of pointers into one object, and objects that are arrays."""
    ranges = translation.pointers(name)
    found: dict[Term, Variable] = {}
    for each in translation.system.location(name).variables:
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
    """How far ``pointer`` is from the start of the only object that it may point into; nothing if there are several, or it is in the midst of elements."""
    if range_ is None or len(range_.objects) != 1 or range_.residue or pointer.kind not in _VARIABLES:
        return ""
    owner = range_.objects[0].name
    if pointer.kind is ReferentKind.STRING_END:
        return f"end{pointer.position}({owner})"
    return f"({_source_name(pointer.owner)} - {owner})"


_VARIABLES = frozenset({ReferentKind.LOCAL, ReferentKind.GLOBAL, ReferentKind.STRING_END})


def _source_name(owner: str) -> str:
    """``p`` of ``main::p``, ``line`` of ``line#9``."""
    return owner.rpartition("::")[2].partition("#")[0]
