"""Candidates about summarised heap objects: how they are linked, which are allocated, and how many.

The objects of a pool are numbered in allocation order. Lists that grow at the front link to lower
numbers, lists that grow at the end to higher ones. Objects that are freed one by one lie below or
above some pointer.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations

from surefoot.base.records import dataclass
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.vocabulary import Vocabulary
from surefoot.logic import (
    FALSE,
    TRUE,
    ArraySort,
    BitVecSort,
    Op,
    Term,
    and_,
    bv,
    bvadd,
    bvsub,
    bvule,
    bvult,
    dag_size,
    eq,
    extract,
    implies,
    not_,
    or_,
    postorder,
    select,
    substitute,
    variables_of,
)
from surefoot.semantics.memory.pools import INSTANCE, TARGET
from surefoot.systems.control.quantified import QuantifiedInvariant, bound_symbol
from surefoot.systems.control.system import ENTRY, Aspect, ControlSystem, Edge, Location, Referent, ReferentKind

_BOUND = bound_symbol(INSTANCE)
_ONE, _ZERO = bv(1, INSTANCE.width), bv(0, INSTANCE.width)


class MadeSizes:
    """Allocation sizes on the edges of `system`."""

    def __init__(self, system: ControlSystem) -> None:
        self._vocabulary = Vocabulary(system)
        self._terms: dict[Term, None] = {}
        """Sizes as common terms."""
        self._forms: dict[tuple[Term, Term], None] = {}
        """Sizes that depend on one symbol only, with it."""
        for edge in system.transitions:
            for each in system.location(edge.destination).variables:
                if each.referent.kind is ReferentKind.SIZE:
                    self._collect(edge, edge.update[each.symbol])

    def _collect(self, edge: Edge, column: Term) -> None:
        afterwards = {
            value: symbol
            for symbol, value in edge.update.items()
            if value.op is not Op.CONSTANT and not isinstance(symbol.sort, ArraySort)
        }
        stores = (term.args[2] for term in postorder([column]) if term.op is Op.STORE and term.sort is column.sort)
        for size in stores:
            if dag_size(size) > LIMITS.size_terms:
                continue
            symbols = variables_of(size)
            if len(symbols) == 1:
                self._forms[size, symbols[0]] = None
            common = self._vocabulary.common(substitute(size, afterwards))
            if common is not None:
                self._terms[common] = None

    def at(self, name: str) -> list[Term]:
        """Return the sizes as terms of the location `name`, as far as it has the variables."""
        local = (self._vocabulary.local(each, name) for each in self._terms)
        return [each for each in local if each is not None][: LIMITS.sizes]

    def from_columns(self, columns: Sequence[Term], place: Term) -> Iterator[Term]:
        """Yield the sizes with the value at `place` of one of `columns` for the symbol that they
        depend on.
        """
        for size, symbol in list(self._forms)[: LIMITS.sizes]:
            alike = (each for each in columns if isinstance(each.sort, ArraySort) and each.sort.element is symbol.sort)
            yield from (substitute(size, {symbol: select(each, place)}) for each in alike)


@dataclass(frozen=True, slots=True)
class _Pointer:
    """State variables of a pointer, or of a pointer field of all objects of a pool: the object, and
    the instance.
    """

    target: Term | None
    """``None`` if it always points into one pool."""
    instance: Term
    targets: tuple[int, ...]
    objects: int = LIMITS.candidate_pools
    """Upper bound on the objects it can point into, if known."""

    def at(self, place: Term) -> "_Pointer":
        """Return the pointer at `place` of a column."""
        target = None if self.target is None else select(self.target, place)
        return _Pointer(target, select(self.instance, place), self.targets, self.objects)

    def cases(self) -> Iterator[Term]:
        """Return that the pointer points into a pool, for some of them."""
        if self.target is None:
            yield TRUE
        else:
            yield from (eq(self.target, bv(number, TARGET.width)) for number in self.targets)

    def leading(self) -> Iterator[Term]:
        """Return the same without cases in which it points into no object."""
        yield from islice(self.cases(), self.objects)


Levels = Sequence[Sequence[QuantifiedInvariant]]
"""Candidates about one subject, the strongest first; weaker ones are redundant if a stronger one
holds.
"""


def pool_candidates(system: ControlSystem) -> dict[str, list[Levels]]:
    """Return the candidates for the locations of `system`."""
    variables = (each.referent for location in system.locations for each in location.variables)
    pools = {each.owner for each in variables if each.kind is ReferentKind.ALLOCATED}
    targets = tuple(range(min(len(pools), LIMITS.candidate_pools)))  # pools come before all other objects
    constants = _constants(system)
    objects = _objects(system)
    sizes = MadeSizes(system)
    return {
        name: [
            [
                [QuantifiedInvariant(_BOUND, body) for body in level if body is not TRUE and body is not FALSE]
                for level in levels
            ]
            for levels in _ObjectCandidates(
                system.location(name), targets, objects, constants, _switches(system, name), sizes
            )
        ]
        for name in system.names
    }


def _constants(system: ControlSystem) -> dict[Referent, list[Term]]:
    """Return the constants that edges write to each field of pools."""
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


def _objects(system: ControlSystem) -> dict[Referent, int]:
    """Return upper bounds on the objects that the pointers of each field can point into; before the
    first allocation, they point to the one after the last.
    """
    found: dict[Referent, int] = {}
    for edge in system.edges_from(ENTRY):
        for each in system.location(edge.destination).variables if isinstance(edge.target, str) else ():
            if each.referent.kind is ReferentKind.FIELD and each.referent.aspect is Aspect.TARGET:
                for term in postorder([edge.update[each.symbol]]):
                    if term.op is Op.CONSTANT_ARRAY:
                        found[each.referent] = int(term.args[0].payload)
    return found


def _switches(system: ControlSystem, name: str) -> list[tuple[Term, list[Term]]]:
    """Return numbers at `name` that every edge keeps or sets to one of two constants, with these."""
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
        if len(leaves) == LIMITS.flag_values and all(leaf.op is Op.CONSTANT for leaf in leaves):
            found.append((each.symbol, list(leaves)))
    return found


def _leaves(value: Term) -> Iterator[Term]:
    """Return the values of `value` in both cases."""
    waiting = [value]
    while waiting:
        term = waiting.pop()
        if term.op is Op.ITE:
            waiting += term.args[1:]
        else:
            yield term


class _ObjectCandidates:
    """Candidates for one location."""

    def __init__(
        self,
        location: Location,
        targets: tuple[int, ...],
        objects: Mapping[Referent, int],
        constants: Mapping[Referent, Sequence[Term]],
        switches: Sequence[tuple[Term, Sequence[Term]]],
        sizes: MadeSizes,
    ) -> None:
        self._made_sizes, self._known_sizes = sizes, sizes.at(location.name)
        self._switches = switches
        """Variables that are set to few constants, with these."""
        known = {each.referent: each.symbol for each in location.variables}
        self._created = {each.owner: symbol for each, symbol in known.items() if each.kind is ReferentKind.ALLOCATED}
        self._pointers: list[_Pointer] = []
        self._fields: list[tuple[str, _Pointer]] = []
        for referent, symbol in known.items():
            if referent.aspect is Aspect.INSTANCE:
                part = Referent(referent.kind, referent.owner, referent.position, Aspect.TARGET)
                pointer = _Pointer(known.get(part), symbol, targets, objects.get(part, LIMITS.candidate_pools))
                if referent.kind is ReferentKind.FIELD:
                    if referent.owner in self._created:
                        self._fields.append((referent.owner, pointer))
                else:
                    self._pointers.append(pointer)
        columns = [
            (each, symbol)
            for each, symbol in known.items()
            if isinstance(symbol.sort, ArraySort)
            and each.owner in self._created  # only new objects matter, and none is counted
        ]
        fields = [(each, symbol) for each, symbol in columns if each.kind is ReferentKind.FIELD]
        self._alive = {each.owner: symbol for each, symbol in columns if each.kind is ReferentKind.ALIVE}
        self._sizes = {each.owner: symbol for each, symbol in columns if each.kind is ReferentKind.SIZE}
        self._numbers = [(each.owner, symbol) for each, symbol in fields if each.aspect is Aspect.NUMBER]
        self._alone = [
            symbol
            for each, symbol in known.items()
            if each.aspect is Aspect.NUMBER and each.kind is not ReferentKind.FIELD
        ]
        self._data = [(each.owner, symbol) for each, symbol in fields if each.aspect is Aspect.WHOLE]
        self._left = {each.owner: symbol for each, symbol in known.items() if each.kind is ReferentKind.LIVE}
        self._freed = {each.owner: symbol for each, symbol in known.items() if each.kind is ReferentKind.FREED}
        self._constants = {symbol: constants.get(each, ())[: LIMITS.field_constants] for each, symbol in fields}
        """Values that are written to columns."""

    def __iter__(self) -> Iterator[list[list[Term]]]:
        alone = (
            *self._links(),
            *self._counts(),
            *self._pairs(),
            *self._last_ones(),
            *self._living_links(),
            *self._neighbours(),
            *self._flags(),
            *self._bytes(),
        )
        yield from ([[each]] for each in alone)
        yield from self._holders()
        for owner, fact in self._facts():
            for ranges in self._ranges(self._created[owner]):
                yield [[fact], *([implies(where, fact) for where in level] for level in ranges)]

    def _facts(self) -> Iterator[tuple[str, Term]]:
        """Yield facts about a set of objects: allocated, links within a pool or null, a field equal
        to a constant.
        """
        yield from ((owner, _lives(alive)) for owner, alive in self._alive.items())
        for owner, field in self._fields:
            yield from ((owner, leads) for leads in field.at(_BOUND).cases())
        yield from ((owner, eq(select(number, _BOUND), _zero_in(number))) for owner, number in self._numbers)
        yield from self._values()
        for owner, column in self._data:
            choices = [eq(select(column, _BOUND), value) for value in self._constants[column]]
            if len(choices) > 1:
                yield owner, or_(*choices)
                for parity in _parities(_BOUND) if self._switches else ():
                    yield from ((owner, implies(parity, choice)) for choice in choices)

    def _values(self) -> Iterator[tuple[str, Term]]:
        for owner, column in self._data:
            cell = select(column, _BOUND)
            yield from ((owner, eq(cell, value)) for value in self._constants[column])

    def _ranges(self, count: Term) -> Iterator[list[list[Term]]]:
        """Yield sets of the `count` objects of a pool, large ones first: all but the last, those,
        the first, and those before or after a pointer.
        """
        exists = bvult(_BOUND, count)
        last = [bvadd(_BOUND, bv(number, INSTANCE.width)) for number in range(1, LIMITS.last_objects + 1)]
        yield [[exists], *([bvult(after, count), eq(after, count)] for after in last)]
        yield [[exists], [and_(eq(_BOUND, _ZERO), exists)]]
        for pointer in self._pointers:
            for leads in pointer.cases():
                here = pointer.instance
                yield [
                    [exists],
                    [and_(leads, not_(eq(here, _BOUND)), exists)],
                    [and_(leads, bvule(_BOUND, here)), and_(leads, bvule(here, _BOUND), exists)],
                    [
                        and_(leads, bvult(_BOUND, here)),
                        and_(leads, bvult(here, _BOUND), exists),
                        and_(leads, eq(_BOUND, here)),
                    ],
                ]

    def _links(self) -> Iterator[Term]:
        """Yield the direction of links: to objects allocated before, or after."""
        for _, field in self._fields:
            here = field.at(_BOUND)
            for leads in here.leading():
                for where in (
                    bvult(here.instance, _BOUND),
                    bvult(_BOUND, here.instance),
                    eq(here.instance, bvsub(_BOUND, _ONE)),
                    eq(here.instance, bvadd(_BOUND, _ONE)),
                    eq(here.instance, _BOUND),
                ):
                    yield implies(leads, where)

    def _last_ones(self) -> Iterator[Term]:
        """Yield that only the first object, or one of the last, has no link or a certain value."""
        special = [(owner, not_(leads)) for owner, field in self._fields for leads in field.at(_BOUND).cases()]
        for owner, fact in (*special, *self._values()):
            count = self._created[owner]
            ends = [bvsub(count, bv(number, INSTANCE.width)) for number in range(1, LIMITS.last_objects + 1)]
            for end in (_ZERO, *ends):
                yield implies(and_(bvult(_BOUND, count), fact), eq(_BOUND, end))

    def _counts(self) -> Iterator[Term]:
        """Yield how many objects are allocated, by where a pointer points; and that pointers
        without target are null.
        """
        yield from (eq(number, bv(0, number.sort.width)) for number in self._alone)
        yield from (eq(count, few) for count in self._created.values() for few in (_ZERO, _ONE))
        yield from (eq(count, _ZERO) for count in self._left.values())
        for one, other in permutations(self._created.values(), 2):
            yield bvule(one, other)
            yield bvule(one, bvadd(other, _ONE))
        yield from (eq(freed, self._created[owner]) for owner, freed in self._freed.items() if owner in self._created)
        for pointer in self._pointers:
            for leads in pointer.cases():
                yield leads
                yield implies(leads, eq(pointer.instance, _ZERO))
                after = bvadd(pointer.instance, _ONE)
                yield from (implies(leads, bvult(after, count)) for count in self._created.values())
                yield from (implies(leads, eq(count, _ONE)) for count in self._created.values())
                for count in (*self._created.values(), *self._left.values()):
                    yield implies(leads, eq(count, after))
                    yield implies(not_(leads), eq(count, _ZERO))
                    yield implies(leads, not_(eq(count, _ZERO)))
                for owner, freed in self._freed.items():
                    if owner in self._created:
                        created = self._created[owner]
                        yield implies(leads, eq(freed, pointer.instance))
                        yield implies(not_(leads), eq(freed, created))
                        yield implies(leads, not_(eq(freed, created)))

    def _pairs(self) -> Iterator[Term]:
        """Yield the allocation order of the targets of two pointers."""
        for first, second in combinations(self._pointers[: LIMITS.paired_pointers], 2):
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
        """Yield that links of allocated objects lead to allocated objects."""
        for owner, field in self._fields:
            here = field.at(_BOUND)
            for leads in here.leading():
                for alive in self._alive.values():
                    lives = [_lives(self._alive[owner])] if owner in self._alive else []
                    yield implies(and_(*lives, leads), eq(select(alive, here.instance), bv(1, 1)))

    def _holders(self) -> Iterator[list[list[Term]]]:
        """Yield that allocated objects are reachable by links of allocated ones, except the target
        of a pointer.
        """
        for held, alive in self._alive.items() if len(self._alive) > 1 else ():
            pointed = [and_(leads, eq(each.instance, _BOUND)) for each in self._pointers for leads in each.cases()]
            for fact in self._held(held, _BOUND, ()):
                yield [[implies(_lives(alive), fact)], [implies(_lives(alive), or_(here, fact)) for here in pointed]]
            for pointer in self._pointers:
                ends = [bvadd(pointer.instance, bv(ahead, INSTANCE.width)) for ahead in range(len(self._alive))]
                for leads in pointer.cases():
                    yield [[implies(_lives(alive), and_(leads, bvule(_BOUND, end)))] for end in ends]

    def _held(self, held: str, number: Term, beyond: Sequence[str]) -> Iterator[Term]:
        """Return that the object with `number`, or the one before, is allocated and has a link to
        that of the pool `held`, or is itself reached by one not `beyond` it.
        """
        for owner, field in self._fields:
            if owner == held or owner in beyond or owner not in self._alive:
                continue
            for holder in (number, bvsub(number, _ONE)):
                link = field.at(holder)
                lives = eq(select(self._alive[owner], holder), bv(1, 1))
                for leads in link.leading():
                    fact = and_(lives, leads, eq(link.instance, number), bvule(holder, number))
                    yield fact
                    yield from (and_(fact, more) for more in self._held(owner, holder, (*beyond, held)))

    def _neighbours(self) -> Iterator[Term]:
        """Yield fields of the target of a link, by fields of the object with the link."""
        for owner, field in self._fields:
            here = field.at(_BOUND)
            for of_column, column in self._data:
                if of_column != owner:
                    continue
                cell, following = select(column, _BOUND), select(column, here.instance)
                fitting = self._constants[column]
                for leads in here.cases():
                    for held in fitting:
                        if_held = and_(bvult(_BOUND, self._created[owner]), leads, eq(cell, held))
                        yield from (implies(if_held, eq(following, value)) for value in fitting)
                        yield from (implies(if_held, not_(eq(following, value))) for value in fitting)

    def _flags(self) -> Iterator[Term]:
        """Yield values of flags, and by a flag, fields of the target of a pointer and the parity of
        its number.
        """
        yield from (or_(*(eq(flag, state) for state in values)) for flag, values in self._switches)
        for pointer in self._pointers:
            for leads in pointer.cases():
                for if_set in (and_(leads, eq(flag, state)) for flag, values in self._switches for state in values):
                    yield from (implies(if_set, parity) for parity in _parities(pointer.instance))
                    for _, column in self._data:
                        cell = select(column, pointer.instance)
                        yield from (implies(if_set, not_(eq(cell, value))) for value in self._constants[column])

    def _bytes(self) -> Iterator[Term]:
        """Yield the size of the target of a pointer or link, as a term of the location or of the
        object with the link.
        """
        for owner, sizes in self._sizes.items():
            here = select(sizes, _BOUND)
            yield from (implies(bvult(_BOUND, self._created[owner]), eq(here, size)) for size in self._known_sizes)
            for pointer in self._pointers:
                there = select(sizes, pointer.instance)
                for leads in pointer.cases():
                    yield from (implies(leads, eq(there, size)) for size in self._known_sizes)
            for holder, field in self._fields:
                link = field.at(_BOUND)
                beside = [column for of_column, column in self._data if of_column == holder]
                for leads in link.cases():
                    for size in (*self._known_sizes, *self._made_sizes.from_columns(beside, _BOUND)):
                        yield implies(leads, eq(select(sizes, link.instance), size))


def _parities(number: Term) -> tuple[Term, Term]:
    """Yield that `number` is even, and that it is odd."""
    last = extract(number, 0, 0)
    return eq(last, bv(0, 1)), eq(last, bv(1, 1))


def _lives(alive: Term) -> Term:
    return eq(select(alive, _BOUND), bv(1, 1))


def _zero_in(column: Term) -> Term:
    element = column.sort.element  # type: ignore[union-attr]
    return bv(0, element.width)
