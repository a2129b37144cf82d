"""Guesses about the objects that loops make: how they are linked, which of them live, and how many.

The objects of a pool are numbered by their births. Lists that grow at the front have links to lower numbers, lists that grow at the end have links to higher ones; what is freed one by
one lives below or above some pointer.
"""

from collections.abc import Iterator, Sequence

from surefoot.logic import (
    FALSE,
    TRUE,
    ArraySort,
    Op,
    Term,
    and_,
    bv,
    bvadd,
    bvsub,
    bvule,
    bvult,
    eq,
    implies,
    not_,
    postorder,
    select,
)
from surefoot.records import dataclass
from surefoot.systems.control.system import Aspect, ControlSystem, Location, Referent, ReferentKind
from surefoot.systems.control.universals import Universal, bound_symbol
from surefoot.systems.pools import INSTANCE, TARGET

MOST_CONSTANTS = 3
MOST_LAST_ONES = 2
"""Constants that are written to objects, and of the last objects that were made, beyond these are left out."""
_BOUND = bound_symbol(INSTANCE)
_ONE, _ZERO = bv(1, INSTANCE.width), bv(0, INSTANCE.width)
MOST_TARGETS = 3
"""Pools beyond these are not looked at."""


@dataclass(frozen=True, slots=True)
class _Pointer:
    """The state variables of a pointer, or of the pointers in a field of all objects of a pool: which object, and which instance."""

    target: Term | None
    """``None`` if it always points into one pool."""
    instance: Term
    targets: tuple[int, ...]

    def at(self, place: Term) -> "_Pointer":
        """The pointer at ``place`` of a column."""
        target = None if self.target is None else select(self.target, place)
        return _Pointer(target, select(self.instance, place), self.targets)

    def cases(self) -> Iterator[Term]:
        """That the pointer points into a pool, for some of them."""
        if self.target is None:
            yield TRUE
        else:
            yield from (eq(self.target, bv(number, TARGET.width)) for number in self.targets)


Levels = Sequence[Sequence[Universal]]
"""Guesses about one thing, the strongest first; of no use if a stronger one holds."""


def pool_guesses(system: ControlSystem) -> dict[str, list[Levels]]:
    """Guesses for the locations of ``system``."""
    terms = postorder([term for edge in system.edges for term in (edge.guard, *edge.update.values())])
    variables = (each.referent for location in system.locations for each in location.variables)
    pools = {each.owner for each in variables if each.kind is ReferentKind.MADE}
    targets = tuple(range(min(len(pools), MOST_TARGETS)))  # pools come before all other objects
    written = [term.args[2] for term in terms if term.op is Op.STORE and term.args[1].sort is INSTANCE]
    constants = list(dict.fromkeys(value for value in written if value.op is Op.CONSTANT))
    return {
        name: [
            [[Universal(_BOUND, body) for body in level if body is not TRUE and body is not FALSE] for level in levels]
            for levels in _Guesses(system.location(name), targets, constants)
        ]
        for name in system.names
    }


def has_pools(system: ControlSystem) -> bool:
    """Whether some location knows of a pool."""
    return any(each.referent.kind is ReferentKind.MADE for location in system.locations for each in location.variables)


class _Guesses:
    """The guesses for one location."""

    def __init__(self, location: Location, targets: tuple[int, ...], constants: Sequence[Term]) -> None:
        known = {each.referent: each.symbol for each in location.variables}
        self._pointers: list[_Pointer] = []
        self._fields: list[_Pointer] = []
        for referent, symbol in known.items():
            if referent.aspect is Aspect.INSTANCE:
                target = known.get(Referent(referent.kind, referent.owner, referent.position, Aspect.TARGET))
                group = self._fields if referent.kind is ReferentKind.FIELD else self._pointers
                group.append(_Pointer(target, symbol, targets))
        columns = [(each, symbol) for each, symbol in known.items() if isinstance(symbol.sort, ArraySort)]
        fields = [(each, symbol) for each, symbol in columns if each.kind is ReferentKind.FIELD]
        self._alive = [symbol for each, symbol in columns if each.kind is ReferentKind.ALIVE]
        self._numbers = [symbol for each, symbol in fields if each.aspect is Aspect.NUMBER]
        self._alone = [
            symbol
            for each, symbol in known.items()
            if each.aspect is Aspect.NUMBER and each.kind is not ReferentKind.FIELD
        ]
        self._data = [symbol for each, symbol in fields if each.aspect is Aspect.WHOLE]
        self._made = [symbol for each, symbol in known.items() if each.kind is ReferentKind.MADE]
        self._left = [symbol for each, symbol in known.items() if each.kind is ReferentKind.LEFT]
        self._constants = constants

    def __iter__(self) -> Iterator[list[list[Term]]]:
        yield from ([[each]] for each in (*self._links(), *self._counts(), *self._last_ones(), *self._living_links()))
        everywhere = [bvult(_BOUND, count) for count in self._made]
        somewhere = list(dict.fromkeys(self._ranges()))
        for fact in self._facts():
            yield [[fact], *([implies(where, fact) for where in ranges] for ranges in (everywhere, somewhere))]

    def _facts(self) -> Iterator[Term]:
        """What may hold of some objects: they live, their links lead somewhere or are null and not just unset, they hold a constant."""
        yield from (_lives(alive) for alive in self._alive)
        for field in self._fields:
            yield from field.at(_BOUND).cases()
        yield from (eq(select(number, _BOUND), _zero_in(number)) for number in self._numbers)
        yield from self._values()

    def _values(self) -> Iterator[Term]:
        for column in self._data:
            cell = select(column, _BOUND)
            fitting = [value for value in self._constants if value.sort is cell.sort]
            yield from (eq(cell, value) for value in fitting[:MOST_CONSTANTS])

    def _ranges(self) -> Iterator[Term]:
        """Some objects: all but the last ones, those, and those before or after a pointer."""
        for count in self._made:
            yield from (
                bvult(bvadd(_BOUND, bv(number, INSTANCE.width)), count) for number in range(1, MOST_LAST_ONES + 1)
            )
            yield from (eq(bvadd(_BOUND, bv(number, INSTANCE.width)), count) for number in range(1, MOST_LAST_ONES + 1))
        for pointer in self._pointers:
            for leads in pointer.cases():
                yield and_(leads, eq(_BOUND, pointer.instance))
                yield and_(leads, bvult(_BOUND, pointer.instance))
                yield and_(leads, bvule(_BOUND, pointer.instance))
                for count in self._made:
                    exists = bvult(_BOUND, count)
                    yield and_(leads, bvule(pointer.instance, _BOUND), exists)
                    yield and_(leads, bvult(pointer.instance, _BOUND), exists)
                    yield and_(leads, not_(eq(pointer.instance, _BOUND)), exists)

    def _links(self) -> Iterator[Term]:
        """Where the links of an object lead: to those made before, or after."""
        for field in self._fields:
            here = field.at(_BOUND)
            for leads in here.cases():
                for where in (
                    bvult(here.instance, _BOUND),
                    bvult(_BOUND, here.instance),
                    eq(here.instance, bvsub(_BOUND, _ONE)),
                    eq(here.instance, bvadd(_BOUND, _ONE)),
                ):
                    yield implies(leads, where)

    def _last_ones(self) -> Iterator[Term]:
        """Only the first object, or one of the last ones, has no link or a certain value."""
        special = [not_(leads) for field in self._fields for leads in field.at(_BOUND).cases()]
        for count in self._made:
            ends = [bvsub(count, bv(number, INSTANCE.width)) for number in range(1, MOST_LAST_ONES + 1)]
            for fact in (*special, *self._values()):
                for end in (_ZERO, *ends):
                    yield implies(and_(bvult(_BOUND, count), fact), eq(_BOUND, end))

    def _counts(self) -> Iterator[Term]:
        """How many objects were made and are left, by where a pointer leads; and that pointers which lead nowhere are null."""
        yield from (eq(number, bv(0, number.sort.width)) for number in self._alone)
        for pointer in self._pointers:
            for leads in pointer.cases():
                yield leads
                after = bvadd(pointer.instance, _ONE)
                yield from (implies(leads, bvult(after, count)) for count in self._made)
                for count in (*self._made, *self._left):
                    yield implies(leads, eq(count, after))
                    yield implies(not_(leads), eq(count, _ZERO))
                    yield implies(leads, not_(eq(count, _ZERO)))
                for all_of in self._made:
                    rest = bvsub(all_of, pointer.instance)
                    yield from (implies(leads, eq(count, rest)) for count in self._left)

    def _living_links(self) -> Iterator[Term]:
        """Links of what lives lead to what lives."""
        for alive in self._alive:
            for field in self._fields:
                here = field.at(_BOUND)
                for leads in here.cases():
                    yield implies(and_(_lives(alive), leads), eq(select(alive, here.instance), bv(1, 1)))


def _lives(alive: Term) -> Term:
    return eq(select(alive, _BOUND), bv(1, 1))


def _zero_in(column: Term) -> Term:
    element = column.sort.element  # type: ignore[union-attr]
    return bv(0, element.width)
