"""Placement of objects, and validity of accesses."""

from collections.abc import Mapping
from typing import Final

from surefoot.base.records import dataclass
from surefoot.logic import (
    FALSE,
    TRUE,
    Op,
    Term,
    and_,
    bv,
    bvadd,
    bvsub,
    bvule,
    bvult,
    eq,
    extract,
    implies,
    ite,
    not_,
    or_,
    zero_extend,
)
from surefoot.program.layout import FIRST_ADDRESS, may_share
from surefoot.semantics.flat.entailment import follows
from surefoot.semantics.flat.question import FlatQuestion, TooLarge
from surefoot.semantics.flat.state import FlatState, Kind, Object
from surefoot.semantics.limits import LIMITS

DATA: Final = frozenset({Kind.CONSTANT, Kind.GLOBAL, Kind.STACK, Kind.HEAP})
CHANGEABLE: Final = DATA - {Kind.CONSTANT}


@dataclass(frozen=True, slots=True)
class PlacementFact:
    """Constraint on the addresses ``bases`` of objects that holds in every run."""

    bases: tuple[Term, ...]
    formula: Term


class Objects:
    """All objects of all runs, and the constraints on their placement.

    An object lies anywhere: aligned, not on the first page, not over the end of memory, and not
    over another object that is alive when it is allocated. Addresses of dead objects may be reused;
    an array of a block that may have ended dies if another one of the same declaration takes its
    place. Objects of size 0 overlap with nothing, but heap objects have addresses of their own.
    String literals that end alike may share their last bytes.
    """

    def __init__(self, question: FlatQuestion) -> None:
        self._width = question.program.data_model.pointer_width
        self._most = LIMITS.flat_objects
        self._pointers_stay = question.keeps_provenance
        self._known: dict[Term, Object] = {}
        self.alignments: dict[Term, int] = {}
        """A power of two that divides each address."""
        self.nowhere: dict[Term, Term] = {}
        """Comparisons of addresses with null, which are false."""
        self.placement: list[PlacementFact] = []
        self.out_of_memory: list[Term] = []
        """Conditions under which there may be no room for all objects; in other runs there is."""

    def nothing_used(self) -> Term:
        """Return zero, the initial `FlatState.used`; it is too wide to overflow."""
        return bv(0, 2 * self._width)

    def allocate(self, state: FlatState, made: Object, alignment: int) -> None:
        """Begin the lifetime of ``made`` in the runs of ``state``, at an address that no live
        object has.
        """
        if len(self._known) >= self._most:
            raise TooLarge(f"more than {self._most} objects")
        self._known[made.base] = made
        self.alignments[made.base] = alignment
        self.nowhere[eq(made.base, bv(0, self._width))] = FALSE
        guard = state.path.guard
        room = zero_extend(self._extent(made), 2 * self._width)
        state.used = bvadd(state.used, bvadd(room, bv(alignment, 2 * self._width)))
        self.out_of_memory.append(
            and_(guard, bvult(bv((1 << self._width) - 2 * FIRST_ADDRESS, 2 * self._width), state.used))
        )
        last = bvsub(bv(-1, self._width), self._extent(made))
        placed = [bvule(bv(FIRST_ADDRESS, self._width), made.base), bvule(made.base, last)]
        if alignment > 1:
            low = alignment.bit_length() - 1
            placed.append(eq(extract(made.base, low - 1, 0), bv(0, low)))
        self.placement.append(PlacementFact((made.base,), implies(guard, and_(*placed))))
        for other, alive in state.alive.items():
            ends = bvadd(made.base, self._extent(made)), bvadd(other.base, self._extent(other))
            shared = eq(*ends) if may_share(made.literal, other.literal) else FALSE
            apart = or_(bvule(ends[0], other.base), bvule(ends[1], made.base), shared)
            if made.until_next is not None and other in state.frame.objects and other.until_next is made.until_next:
                state.alive[other] = and_(alive, apart)
            else:
                self.placement.append(PlacementFact((made.base, other.base), implies(and_(guard, alive), apart)))
        state.alive[made] = TRUE

    def _extent(self, each: Object) -> Term:
        if each.kind is not Kind.HEAP:
            return each.size
        return ite(eq(each.size, bv(0, self._width)), bv(1, self._width), each.size)

    def lies_in(self, state: FlatState, address: Term, size: Term, allowed: frozenset[Kind]) -> Term:
        """Return that ``size`` bytes from ``address`` lie in one live object of an allowed kind.

        Requires: 0 < size
        """
        return or_(
            *(
                and_(condition, self._alternative_lies_in(state, condition, way, size, allowed))
                for condition, way in ways(address)
            )
        )

    def _alternative_lies_in(
        self, state: FlatState, condition: Term, address: Term, size: Term, allowed: frozenset[Kind]
    ) -> Term:
        certain = self._home_object(state, condition, address, constant_of(size))
        if certain is not None:
            return _is_inside(address, size, certain) if certain.kind in allowed else FALSE
        return or_(
            *(
                and_(alive, _is_inside(address, size, each))
                for each, alive in state.alive.items()
                if each.kind in allowed
            )
        )

    def size_from(self, state: FlatState, address: Term) -> Term:
        """Return the bytes from ``address`` to the end of the live object that it points into; 0 if
        there is none.
        """
        found = bv(0, self._width)
        for each, alive in state.alive.items():
            if each.kind in DATA:
                distance = bvsub(address, each.base)
                found = ite(and_(alive, bvult(distance, each.size)), bvsub(each.size, distance), found)
        return found

    def home(self, state: FlatState, condition: Term, address: Term, size: int | None) -> Term | None:
        """Return the address of the live object in which a defined access lies in all runs with
        ``condition``, if certain.
        """
        found = self._home_object(state, condition, address, size)
        return None if found is None else found.base

    def _home_object(self, state: FlatState, condition: Term, address: Term, size: int | None) -> Object | None:
        """Return the home of an access: with provenance, the object whose address is a summand of
        ``address``.
        """
        if not self._pointers_stay:
            return self._plain_home(state, condition, address, size)
        found = self._known.get(_base(address, self._known))
        return found if found is not None and _is_alive(state, found, condition) else None

    def _plain_home(self, state: FlatState, condition: Term, address: Term, size: int | None) -> Object | None:
        base, offset = address, 0
        if address.op is Op.BVADD and address.args[1].op is Op.CONSTANT:
            base, offset = address.args[0], int(address.args[1].payload)
        found = self._known.get(base)
        if found is None or not size or not _is_alive(state, found, condition):
            return None
        whole = constant_of(found.size)
        return found if whole is not None and offset + size <= whole else None

    def is_at(self, state: FlatState, address: Term, base: Term) -> Term:
        """Return that ``address`` is the start of the live object with the address ``base``."""
        one, other = self._owner(state, address), self._owner(state, base)
        return FALSE if one is not None and other is not None and one is not other else eq(address, base)

    def _owner(self, state: FlatState, address: Term) -> Object | None:
        """Return the live object that exclusively owns ``address`` in every run of ``state``, if
        certain.
        """
        starting = self._known.get(address)
        if starting is not None and starting.kind is Kind.HEAP and _is_alive(state, starting, TRUE):
            return starting
        return self._plain_home(state, TRUE, address, 1)


def ways(address: Term) -> list[tuple[Term, Term]]:
    """Return ``address`` by cases, if it is ``ite`` or its sum with a number; the conditions
    exclude each other.

    Where none of them holds, ``address`` is on the first page of memory and an access is not
    defined.
    """
    split = [(TRUE, address)]
    found: list[tuple[Term, Term]] = []
    while split:
        condition, way = split.pop()
        chosen, offset = way, None
        if way.op is Op.BVADD and way.args[1].op is Op.CONSTANT:
            chosen, offset = way.args
        if chosen.op is not Op.ITE or len(split) + len(found) + 2 > LIMITS.flat_address_cases:
            if way.op is not Op.CONSTANT or int(way.payload) >= FIRST_ADDRESS:
                found.append((condition, way))
            continue
        test, then, otherwise = chosen.args
        for case, term in ((not_(test), otherwise), (test, then)):
            split.append((and_(condition, case), term if offset is None else bvadd(term, offset)))
    return found


def constant_of(term: Term) -> int | None:
    """Return the number that ``term`` is, if it is a constant."""
    return int(term.payload) if term.op is Op.CONSTANT else None


def _is_alive(state: FlatState, each: Object, condition: Term) -> bool:
    """Return whether ``each`` is certainly alive in all runs of ``state`` with ``condition``."""
    return follows(state.alive.get(each, FALSE), condition, state.path.guard)


def _is_inside(address: Term, size: Term, each: Object) -> Term:
    """Return that all ``size`` bytes from ``address`` lie in ``each``, which does not reach over
    the end of memory.
    """
    return and_(bvule(size, each.size), bvule(bvsub(address, each.base), bvsub(each.size, size)))


def _base(address: Term, objects: Mapping[Term, Object]) -> Term:
    """Return the one summand of ``address`` that is the address of an object; ``address`` itself if
    there is not exactly one.
    """
    waiting, found = [address], []
    while waiting:
        term = waiting.pop()
        if term in objects:
            found.append(term)
        elif term.op is Op.BVADD or term.op is Op.BVSUB:
            waiting.extend(term.args)
    return found[0] if len(found) == 1 else address
