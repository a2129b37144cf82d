"""The loop invariants of a program as part of the report document."""

from collections.abc import Mapping, Sequence
from typing import Any

from surefoot.analysis.loop_invariants import LoopInvariants
from surefoot.logic import Term
from surefoot.program.layout import byte_size
from surefoot.program.program import GlobalObject, Program, Role, Variable
from surefoot.report.document import location_entry, stated_formula
from surefoot.report.values import cells
from surefoot.systems.cutpoints import Slot, SlotKind
from surefoot.systems.objects import MemoryObject

Document = dict[str, Any]


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


def cell_names(program: Program, symbols: Mapping[Slot, tuple[Term, ...]]) -> dict[Term, Variable]:
    """C names for the symbols of cells of global objects."""
    globals_ = {each.address: each for each in program.global_objects}
    names = {}
    for slot, (symbol, *others) in symbols.items():
        if slot.kind is SlotKind.CELL and isinstance(slot.owner, MemoryObject) and not others:
            owner = globals_.get(slot.owner.address)
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
