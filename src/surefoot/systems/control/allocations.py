"""Steps that allocate summarised heap objects, and words that stay bounded where such steps go on.

States count the allocations of a run in words, and no run of a system allocates more objects than a
word counts. A run of the program does: that the number of objects has no room to rise any more is
no reason why a loop ends.
"""

from surefoot.logic import Op, Term, postorder
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.systems.control.system import ControlSystem, Edge, ReferentKind


def allocates(system: ControlSystem, edge: Edge) -> bool:
    """Return whether `edge` may change the number of allocated objects of some summary.

    Requires: it leads to a location.
    """
    before = {
        each.referent: each.symbol
        for each in system.location(edge.source).variables
        if each.referent.kind is ReferentKind.ALLOCATED
    }
    return any(
        edge.update[each.symbol] is not before.get(each.referent)
        for each in system.location(edge.destination).variables
        if each.referent.kind is ReferentKind.ALLOCATED
    )


def is_bounded_below(word: Term) -> bool:
    """Return whether `word`, read as a signed integer, has a least value however many objects are
    allocated: numbers of objects are only added in it.
    """
    if not any(each.sort is INSTANCE for each in postorder([word])):
        return True
    match word.op:
        case Op.VARIABLE | Op.CONSTANT | Op.SELECT:
            return True
        case Op.ZERO_EXTEND | Op.SIGN_EXTEND | Op.BVADD:
            return all(is_bounded_below(each) for each in word.args)
        case Op.ITE:
            return all(is_bounded_below(each) for each in word.args[1:])
        case _:
            return False
