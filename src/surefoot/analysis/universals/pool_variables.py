"""The state variables of a location that are about pools: pointers to their objects, fields of these, which of them live, how many there are, who holds them."""

from collections.abc import Iterator

from surefoot.logic import TRUE, ArraySort, Term, and_, bv, bvult, eq, or_, select
from surefoot.records import dataclass
from surefoot.systems.control.system import Aspect, Location, Referent, ReferentKind
from surefoot.systems.control.universals import bound_symbol
from surefoot.systems.pools import INSTANCE, TARGET

BOUND = bound_symbol(INSTANCE)
"""The number of an object that guesses are about."""
FIRST = (0,)
"""Where the pool is among the targets of a pointer into one: pools come before all other objects."""


@dataclass(frozen=True, slots=True)
class PoolPointer:
    """The state variables of a pointer, or of the pointers in a field of all objects of a pool: which object, and which instance."""

    target: Term | None
    """``None`` if it always points into one pool."""
    instance: Term
    targets: tuple[int, ...]
    pool: str
    """What it points into; nothing if that are several pools."""

    def at(self, place: Term) -> "PoolPointer":
        """The pointer at ``place`` of a column."""
        target = None if self.target is None else select(self.target, place)
        return PoolPointer(target, select(self.instance, place), self.targets, self.pool)

    def cases(self) -> Iterator[Term]:
        """That the pointer points into a pool, for some of them."""
        if self.target is None:
            yield TRUE
        else:
            yield from (eq(self.target, bv(number, TARGET.width)) for number in self.targets)

    def may_lead_to(self, pool: str) -> bool:
        """Whether it may point into ``pool``."""
        return self.pool in {"", pool}


@dataclass(frozen=True, slots=True)
class Holding:
    """A field of the objects of a pool that points to others, and which object was the last to get a pointer to each of these."""

    field: PoolPointer
    holders: Term
    alive: Term | None
    made: Term

    def exists(self, holder: Term) -> Term:
        """Whether there is ``holder``, alive."""
        return and_(bvult(holder, self.made), TRUE if self.alive is None else is_alive(self.alive, holder))

    def holds(self, held: Term) -> Term:
        """Whether an object that lives points to ``held``."""
        holder = select(self.holders, held)
        there = self.field.at(holder)
        return and_(self.exists(holder), or_(*there.cases()), eq(there.instance, held))


class PoolVariables:
    """Those of ``location``; a pointer into several pools may point into those that ``targets`` number."""

    def __init__(self, location: Location, targets: tuple[int, ...]) -> None:
        known = {each.referent: each.symbol for each in location.variables}

        def pointer(referent: Referent) -> PoolPointer:
            target = known.get(Referent(referent.kind, referent.owner, referent.position, Aspect.TARGET))
            return PoolPointer(target, known[referent], FIRST if referent.pool else targets, referent.pool)

        self.made = _by_owner(known, ReferentKind.MADE)
        self.left = _by_owner(known, ReferentKind.LEFT)
        self.freed = _by_owner(known, ReferentKind.FREED)
        instances = [each for each in known if each.aspect is Aspect.INSTANCE]
        links = [each for each in instances if each.kind is ReferentKind.FIELD and each.owner in self.made]
        others = [each for each in instances if each.kind is not ReferentKind.FIELD]
        self.pointers = [pointer(each) for each in others if not each.pool or each.pool in self.made]
        self.fields = [(each.owner, pointer(each)) for each in links]
        """With the pool that has them."""
        columns = [
            (each, symbol)
            for each, symbol in known.items()
            if isinstance(symbol.sort, ArraySort)
            and each.owner in self.made  # where only new objects matter, nobody counts them
        ]
        self.columns = [(each, symbol) for each, symbol in columns if each.kind is ReferentKind.FIELD]
        self.alive = {each.owner: symbol for each, symbol in columns if each.kind is ReferentKind.ALIVE}
        self.numbers = [(each.owner, symbol) for each, symbol in self.columns if each.aspect is Aspect.NUMBER]
        self.data = [(each.owner, symbol) for each, symbol in self.columns if each.aspect is Aspect.WHOLE]
        self.alone = [
            symbol
            for each, symbol in known.items()
            if each.aspect is Aspect.NUMBER and each.kind is not ReferentKind.FIELD
        ]
        """What pointers are that point into no object."""
        holders = {(each.owner, each.position): symbol for each, symbol in columns if each.kind is ReferentKind.HOLDER}
        self.holding = [
            Holding(pointer(each), holders[place], self.alive.get(each.owner), self.made[each.owner])
            for each in links
            if (place := (each.owner, each.position)) in holders
        ]

    def lives(self, owner: str) -> Term:
        """The object ``BOUND`` of ``owner`` was made and lives."""
        return and_(is_alive(self.alive[owner], BOUND), bvult(BOUND, self.made[owner]))


def is_alive(alive: Term, instance: Term) -> Term:
    """Whether ``alive`` says that ``instance`` lives."""
    return eq(select(alive, instance), bv(1, 1))


def _by_owner(known: dict[Referent, Term], kind: ReferentKind) -> dict[str, Term]:
    return {each.owner: symbol for each, symbol in known.items() if each.kind is kind}
