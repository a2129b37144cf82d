"""Guesses about the objects that loops make: how they are linked, which of them live, and how many.

The objects of a pool are numbered by their births. Lists that grow at the front have links to lower numbers, lists that grow at the end have links to higher ones; what is freed one by
one lives below or above some pointer.
"""

from collections.abc import Iterator

from surefoot.logic import FALSE, TRUE, ArraySort, Term, and_, bv, bvadd, bvsub, bvule, bvult, eq, implies, not_, select
from surefoot.records import dataclass
from surefoot.systems.control.system import Aspect, Location, Referent, ReferentKind
from surefoot.systems.control.universals import Universal, bound_symbol
from surefoot.systems.pools import INSTANCE

MOST_TARGETS = 3
"""Objects that a pointer may point into, beyond which it is not looked at."""


@dataclass(frozen=True, slots=True)
class _Pointer:
    """The state variables of a pointer, or of the pointers in a field of all objects of a pool: which object, and which instance."""

    target: Term | None
    """``None`` if it always points into one pool."""
    instance: Term

    def at(self, place: Term) -> "_Pointer":
        """The pointer at ``place`` of a column."""
        return _Pointer(None if self.target is None else select(self.target, place), select(self.instance, place))

    def cases(self) -> Iterator[Term]:
        """That the pointer points into one of its objects, for the first few of them."""
        if self.target is None:
            yield TRUE
        else:
            yield from (eq(self.target, bv(number, self.target.sort.width)) for number in range(MOST_TARGETS))


def pool_guesses(location: Location) -> Iterator[Universal]:
    """Guesses for ``location``, the most promising first."""
    known = {each.referent: each.symbol for each in location.variables}
    pointers = [each for kind, each in _pointers(known) if kind is not ReferentKind.FIELD]
    fields = [each for kind, each in _pointers(known) if kind is ReferentKind.FIELD]
    numbers = [
        symbol
        for referent, symbol in known.items()
        if referent.kind is ReferentKind.FIELD and referent.aspect is Aspect.NUMBER
    ]
    living = [each for referent, each in known.items() if referent.kind is ReferentKind.ALIVE and _is_column(each)]
    made = [each for referent, each in known.items() if referent.kind is ReferentKind.MADE]
    left = [each for referent, each in known.items() if referent.kind is ReferentKind.LEFT]
    bound = bound_symbol(INSTANCE)
    for body in (
        *_links(fields, made, bound),
        *_unused(fields, numbers, pointers, made, bound),
        *_counts(pointers, made, left),
        *_lives(living, pointers, fields, made, bound),
    ):
        if body is not TRUE and body is not FALSE:
            yield Universal(bound, body)


def _pointers(known: dict[Referent, Term]) -> Iterator[tuple[ReferentKind, _Pointer]]:
    for referent, symbol in known.items():
        if referent.aspect is Aspect.INSTANCE:
            target = known.get(Referent(referent.kind, referent.owner, referent.position, Aspect.TARGET))
            yield referent.kind, _Pointer(target, symbol)


def _is_column(symbol: Term) -> bool:
    return isinstance(symbol.sort, ArraySort)


def _links(fields: list[_Pointer], made: list[Term], bound: Term) -> Iterator[Term]:
    """Where the links of an object lead, and which is the last one."""
    one, zero = bv(1, INSTANCE.width), bv(0, INSTANCE.width)
    for field in fields:
        here = field.at(bound)
        for leads in here.cases():
            for where in (
                bvult(here.instance, bound),
                bvult(bound, here.instance),
                eq(here.instance, bvsub(bound, one)),
                eq(here.instance, bvadd(bound, one)),
            ):
                yield implies(leads, where)
            yield leads
            yield not_(leads)
            for count in made:
                for last in (zero, bvsub(count, one)):
                    yield implies(and_(bvult(bound, count), not_(leads)), eq(bound, last))


def _unused(
    fields: list[_Pointer], numbers: list[Term], pointers: list[_Pointer], made: list[Term], bound: Term
) -> Iterator[Term]:
    """Which objects have links that lead somewhere, or are null and not just unset: all, or those before or after a pointer, or but for that."""
    facts = [eq(select(number, bound), _zero_in(number)) for number in numbers]
    facts += [next(field.at(bound).cases()) for field in fields]
    for fact in facts:
        yield fact
        for count in made:
            yield implies(bvult(bound, count), fact)
            for pointer in pointers:
                yield implies(and_(bvult(bound, count), not_(eq(bound, pointer.instance))), fact)
        for pointer in pointers:
            yield implies(bvult(bound, pointer.instance), fact)
            yield implies(bvult(pointer.instance, bound), fact)


def _counts(pointers: list[_Pointer], made: list[Term], left: list[Term]) -> Iterator[Term]:
    """How many objects were made and are left, by where a pointer leads."""
    one, zero = bv(1, INSTANCE.width), bv(0, INSTANCE.width)
    for pointer in pointers:
        for leads in pointer.cases():
            after = bvadd(pointer.instance, one)
            for count in (*made, *left):
                yield implies(leads, eq(count, after))
                yield implies(not_(leads), eq(count, zero))
                yield implies(leads, not_(eq(count, zero)))
            for all_of in made:
                yield from (implies(leads, eq(count, bvsub(all_of, pointer.instance))) for count in left)


def _lives(
    living: list[Term], pointers: list[_Pointer], fields: list[_Pointer], made: list[Term], bound: Term
) -> Iterator[Term]:
    """Which objects live."""
    for alive in living:
        lives = eq(select(alive, bound), bv(1, 1))
        yield from (implies(bvult(bound, count), lives) for count in made)
        for pointer in pointers:
            for leads in pointer.cases():
                yield implies(and_(leads, eq(bound, pointer.instance)), lives)
                yield implies(and_(leads, bvule(bound, pointer.instance)), lives)
                yield from (
                    implies(and_(leads, bvule(pointer.instance, bound), bvult(bound, count)), lives) for count in made
                )
        for field in fields:
            here = field.at(bound)
            for leads in here.cases():
                yield implies(and_(lives, leads), eq(select(alive, here.instance), bv(1, 1)))


def _zero_in(column: Term) -> Term:
    element = column.sort.element  # type: ignore[union-attr]
    return bv(0, element.width)
