"""Guesses about the objects that loops make: how they are linked, which of them live, and how many.

The objects of a pool are numbered by their births. Lists that grow at the front have links to lower numbers, lists that grow at the end have links to higher ones; what is freed one by
one lives below or above some pointer.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from surefoot.analysis.universals.ownership import ownership_guesses
from surefoot.analysis.universals.pool_variables import BOUND, PoolVariables, is_alive
from surefoot.logic import (
    FALSE,
    TRUE,
    BitVecSort,
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
    not_,
    or_,
    postorder,
    select,
)
from surefoot.systems.control.system import Aspect, ControlSystem, Referent, ReferentKind
from surefoot.systems.control.universals import Universal
from surefoot.systems.pools import INSTANCE

MOST_CONSTANTS = 4
MOST_LAST_ONES = 2
"""Constants that are written to a field, and of the last objects that were made, beyond these are left out."""
MOST_STATES = 2
"""How many values a flag has."""
_ONE, _ZERO = bv(1, INSTANCE.width), bv(0, INSTANCE.width)
MOST_PAIRED = 6
"""Pointers beyond these are not compared with each other."""
MOST_TARGETS = 3
"""Pools beyond these are not looked at."""


Levels = Sequence[Sequence[Universal]]
"""Guesses about one thing, the strongest first; of no use if a stronger one holds."""


def pool_guesses(system: ControlSystem) -> tuple[dict[str, list[Levels]], dict[str, list[Levels]]]:
    """Guesses for the locations of ``system``: of numbers and links, and of who holds what, which are many and rarely needed."""
    referents = (each.referent for location in system.locations for each in location.variables)
    pools = {each.owner for each in referents if each.kind is ReferentKind.MADE}
    targets = tuple(range(min(len(pools), MOST_TARGETS)))  # pools come before all other objects
    constants = _constants(system)
    variables = {name: PoolVariables(system.location(name), targets) for name in system.names}
    first = {
        name: [_universals(levels) for levels in _Guesses(known, constants, _switches(system, name))]
        for name, known in variables.items()
    }
    further = {name: [_universals(levels) for levels in ownership_guesses(known)] for name, known in variables.items()}
    return first, further


def _universals(levels: Sequence[Sequence[Term]]) -> Levels:
    return [[Universal(BOUND, body) for body in level if body is not TRUE and body is not FALSE] for level in levels]


def _constants(system: ControlSystem) -> dict[Referent, list[Term]]:
    """The constants that edges write to each field of pools."""
    found: dict[Referent, dict[Term, None]] = {}
    for edge in system.transitions:
        for each in system.location(edge.destination).variables:
            if each.referent.kind is ReferentKind.FIELD and each.symbol in edge.update:
                chain = postorder([edge.update[each.symbol]])
                stores = (term.args[2] for term in chain if term.op is Op.STORE and term.sort is each.symbol.sort)
                leaves = (leaf for value in stores for leaf in _leaves(value))
                constants = found.setdefault(each.referent, {})
                constants |= dict.fromkeys(leaf for leaf in leaves if leaf.op is Op.CONSTANT)
    return {referent: list(constants) for referent, constants in found.items()}


def _switches(system: ControlSystem, name: str) -> list[tuple[Term, list[Term]]]:
    """Numbers at ``name`` that every edge leaves alone or sets to one of two constants, with these."""
    found: list[tuple[Term, list[Term]]] = []
    for each in system.location(name).variables:
        if each.referent.aspect is not Aspect.WHOLE or not isinstance(each.symbol.sort, BitVecSort):
            continue
        symbols = {
            other.symbol
            for location in system.locations
            for other in location.variables
            if other.referent == each.referent
        }
        values = [edge.update[symbol] for edge in system.transitions for symbol in symbols if symbol in edge.update]
        leaves = dict.fromkeys(leaf for value in values for leaf in _leaves(value) if leaf not in symbols)
        if len(leaves) == MOST_STATES and all(leaf.op is Op.CONSTANT for leaf in leaves):
            found.append((each.symbol, list(leaves)))
    return found


def _leaves(value: Term) -> Iterator[Term]:
    """What ``value`` is in one case or the other."""
    waiting = [value]
    while waiting:
        term = waiting.pop()
        if term.op is Op.ITE:
            waiting += term.args[1:]
        else:
            yield term


def has_pools(system: ControlSystem) -> bool:
    """Whether some location knows of a pool."""
    return any(each.referent.kind is ReferentKind.MADE for location in system.locations for each in location.variables)


class _Guesses:
    """The guesses for one location."""

    def __init__(
        self,
        variables: PoolVariables,
        constants: Mapping[Referent, Sequence[Term]],
        switches: Sequence[tuple[Term, Sequence[Term]]],
    ) -> None:
        self._known = variables
        self._switches = switches
        """Variables that are set to few constants, with these."""
        self._constants = {symbol: constants.get(each, ())[:MOST_CONSTANTS] for each, symbol in variables.columns}
        """What is written to columns."""

    def __iter__(self) -> Iterator[list[list[Term]]]:
        alone = (
            *self._links(),
            *self._counts(),
            *self._pairs(),
            *self._last_ones(),
            *self._living_links(),
            *self._neighbours(),
            *self._flags(),
        )
        yield from ([[each]] for each in alone)
        for owner, fact in self._facts():
            for ranges in self._ranges(self._known.made[owner]):
                yield [[fact], *([implies(where, fact) for where in level] for level in ranges)]

    def _facts(self) -> Iterator[tuple[str, Term]]:
        """What may hold of some objects of a pool: they live, their links lead somewhere or are null and not just unset, they hold a constant."""
        yield from ((owner, is_alive(alive, BOUND)) for owner, alive in self._known.alive.items())
        for owner, field in self._known.fields:
            yield from ((owner, leads) for leads in field.at(BOUND).cases())
        yield from ((owner, eq(select(number, BOUND), _zero_in(number))) for owner, number in self._known.numbers)
        yield from self._values()
        for owner, column in self._known.data:
            choices = [eq(select(column, BOUND), value) for value in self._constants[column]]
            if len(choices) > 1:
                yield owner, or_(*choices)
                for parity in _parities(BOUND) if self._switches else ():
                    yield from ((owner, implies(parity, choice)) for choice in choices)

    def _values(self) -> Iterator[tuple[str, Term]]:
        for owner, column in self._known.data:
            cell = select(column, BOUND)
            yield from ((owner, eq(cell, value)) for value in self._constants[column])

    def _ranges(self, count: Term) -> Iterator[list[list[Term]]]:
        """Some of the ``count`` objects of a pool, from many of them to few: all but the last ones, those, the first, and those before or after a pointer."""
        exists = bvult(BOUND, count)
        last = [bvadd(BOUND, bv(number, INSTANCE.width)) for number in range(1, MOST_LAST_ONES + 1)]
        yield [[exists], *([bvult(after, count), eq(after, count)] for after in last)]
        yield [[exists], [and_(eq(BOUND, _ZERO), exists)]]
        for pointer in self._known.pointers:
            for leads in pointer.cases():
                here = pointer.instance
                yield [
                    [exists],
                    [and_(leads, not_(eq(here, BOUND)), exists)],
                    [and_(leads, bvule(BOUND, here)), and_(leads, bvule(here, BOUND), exists)],
                    [
                        and_(leads, bvult(BOUND, here)),
                        and_(leads, bvult(here, BOUND), exists),
                        and_(leads, eq(BOUND, here)),
                    ],
                ]

    def _links(self) -> Iterator[Term]:
        """Where the links of an object lead: to those made before, or after."""
        for owner, field in self._known.fields:
            here = field.at(BOUND)
            for case in here.cases():
                leads = bvult(BOUND, self._known.made[owner]) if case is TRUE else case
                for where in (
                    bvult(here.instance, BOUND),
                    bvult(BOUND, here.instance),
                    eq(here.instance, BOUND),
                    eq(here.instance, bvsub(BOUND, _ONE)),
                    eq(here.instance, bvadd(BOUND, _ONE)),
                ):
                    yield implies(leads, where)
                exists = and_(leads, bvult(BOUND, self._known.made[owner]))
                fitting = [count for pool, count in self._known.made.items() if here.may_lead_to(pool)]
                yield from (implies(exists, bvult(here.instance, count)) for count in fitting)

    def _last_ones(self) -> Iterator[Term]:
        """Only the first object, or one of the last ones, has no link or a certain value."""
        special = [(owner, not_(leads)) for owner, field in self._known.fields for leads in field.at(BOUND).cases()]
        for owner, fact in (*special, *self._values()):
            count = self._known.made[owner]
            ends = [bvsub(count, bv(number, INSTANCE.width)) for number in range(1, MOST_LAST_ONES + 1)]
            for end in (_ZERO, *ends):
                yield implies(and_(bvult(BOUND, count), fact), eq(BOUND, end))

    def _counts(self) -> Iterator[Term]:
        """How many objects were made and are left, by where a pointer leads; and that pointers which lead nowhere are null."""
        yield from (eq(number, bv(0, number.sort.width)) for number in self._known.alone)
        yield from (eq(count, few) for count in self._known.made.values() for few in (_ZERO, _ONE))
        yield from (eq(count, _ZERO) for owner, count in self._known.left.items() if owner in self._known.made)
        yield from (
            eq(freed, self._known.made[owner])
            for owner, freed in self._known.freed.items()
            if owner in self._known.made
        )
        for pointer in self._known.pointers:
            for leads in pointer.cases():
                yield leads
                yield implies(leads, eq(pointer.instance, _ZERO))
                after = bvadd(pointer.instance, _ONE)
                yield from (implies(leads, bvult(after, count)) for count in self._known.made.values())
                yield from (implies(leads, eq(count, _ONE)) for count in self._known.made.values())
                for count in (*self._known.made.values(), *self._known.left.values()):
                    yield implies(leads, eq(count, after))
                    yield implies(not_(leads), eq(count, _ZERO))
                    yield implies(leads, not_(eq(count, _ZERO)))
                for owner, freed in self._known.freed.items():
                    if owner in self._known.made:
                        made = self._known.made[owner]
                        yield implies(leads, eq(freed, pointer.instance))
                        yield implies(not_(leads), eq(freed, made))
                        yield implies(leads, not_(eq(freed, made)))

    def _pairs(self) -> Iterator[Term]:
        """Which of the objects that two pointers point to is the elder."""
        for first, second in combinations(self._known.pointers[:MOST_PAIRED], 2):
            one, other = first.instance, second.instance
            for leads, leads_too in zip(first.cases(), second.cases(), strict=False):
                for order in (
                    eq(one, other),
                    bvult(one, other),
                    bvult(other, one),
                    bvule(one, other),
                    bvule(other, one),
                    eq(bvadd(one, _ONE), other),
                    eq(bvadd(other, _ONE), one),
                    not_(eq(one, other)),
                ):
                    yield implies(and_(leads, leads_too), order)
                yield eq(leads, leads_too)

    def _living_links(self) -> Iterator[Term]:
        """What lives was made; links of what lives lead to what lives."""
        yield from (
            implies(is_alive(alive, BOUND), bvult(BOUND, self._known.made[owner]))
            for owner, alive in self._known.alive.items()
        )
        for owner, field in self._known.fields:
            here = field.at(BOUND)
            for leads in here.cases():
                for alive in (alive for pool, alive in self._known.alive.items() if here.may_lead_to(pool)):
                    lives = [is_alive(self._known.alive[owner], BOUND)] if owner in self._known.alive else []
                    exists = bvult(BOUND, self._known.made[owner])
                    yield implies(and_(*lives, exists, leads), is_alive(alive, here.instance))

    def _neighbours(self) -> Iterator[Term]:
        """What an object that a link leads to holds, by what the one with the link holds."""
        for owner, field in self._known.fields:
            here = field.at(BOUND)
            for of_column, column in self._known.data:
                if of_column != owner:
                    continue
                cell, following = select(column, BOUND), select(column, here.instance)
                fitting = self._constants[column]
                for leads in here.cases():
                    for held in fitting:
                        if_held = and_(bvult(BOUND, self._known.made[owner]), leads, eq(cell, held))
                        yield from (implies(if_held, eq(following, value)) for value in fitting)
                        yield from (implies(if_held, not_(eq(following, value))) for value in fitting)

    def _flags(self) -> Iterator[Term]:
        """What flags can be, and by a flag, what an object that a pointer points to does not hold, and whether its number is even."""
        yield from (or_(*(eq(flag, state) for state in values)) for flag, values in self._switches)
        for pointer in self._known.pointers:
            for leads in pointer.cases():
                for if_set in (and_(leads, eq(flag, state)) for flag, values in self._switches for state in values):
                    yield from (implies(if_set, parity) for parity in _parities(pointer.instance))
                    for _, column in self._known.data:
                        cell = select(column, pointer.instance)
                        yield from (implies(if_set, not_(eq(cell, value))) for value in self._constants[column])


def _parities(number: Term) -> tuple[Term, Term]:
    """That ``number`` is even, and that it is odd."""
    last = extract(number, 0, 0)
    return eq(last, bv(0, 1)), eq(last, bv(1, 1))


def _zero_in(column: Term) -> Term:
    element = column.sort.element  # type: ignore[union-attr]
    return bv(0, element.width)
