"""The loop invariants of a program as part of the report document."""

from collections.abc import Sequence

from surefoot.invariants.loop_invariants import LoopInvariants
from surefoot.logic import Term
from surefoot.program.layout import byte_size
from surefoot.program.program import GlobalObject, Role, Variable
from surefoot.report.c.values import cells
from surefoot.report.document import Document, location_entry
from surefoot.report.formulas import stated_formula
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.systems.encode.program_system import ProgramSystem
from surefoot.systems.encode.slots import Slot


def invariants_entry(found: Sequence[LoopInvariants]) -> Document:
    """The entry ``loop_invariants`` of a report."""
    return {"loops": [_loop(each) for each in found], "reason": ""}


def no_invariants_entry(reason: str) -> Document:
    """The same when ``reason`` stands in the way."""
    return {"loops": [], "reason": reason}


def _loop(loop: LoopInvariants) -> Document:
    return {
        "function": loop.function,
        "location": location_entry(loop.span),
        "calls": [{"function": caller, "location": location_entry(span)} for caller, span in loop.calls],
        "invariants": [stated_formula(formula, loop.names) for formula in loop.formulas],
    }


def cell_names(translation: ProgramSystem, name: str) -> dict[Term, Variable]:
    """C names for the state variables of the location ``name`` that stand for cells of global objects."""
    globals_ = {each.address: each for each in translation.program.global_objects}
    names = {}
    for slot, symbol in translation.cells(name):
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
