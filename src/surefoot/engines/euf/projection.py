"""Projection: from a state of the abstract system to a cube of states that do the same, over the terms of its own path.

As TermProj does, it walks only the branches that the state takes. Two modes differ in what becomes of literals about the state afterwards, which is a substitution instance here:

* *composed*: they stay. Then every state of the cube makes the step, and a path is one of the abstract system; but terms grow from step to step.
* *printed*: a literal stays if the system has all its terms (`Universe`); for others, it is kept which of their parts are equal, as far as the system has these. There are finitely many
  cubes, but a path need not be one, not even with uninterpreted functions.
"""

from collections.abc import Iterable, Iterator

from surefoot.analysis.justification import justification
from surefoot.engines.euf.abstract_system import AbstractSystem
from surefoot.engines.euf.abstraction import Culprit
from surefoot.engines.ic3.domain import Cube
from surefoot.logic import BOOL, FALSE, TRUE, Evaluator, Op, Term, eq, not_, postorder, variables_of

MOST_DEEPER = 3
"""How much deeper than in the system an operator may be nested in itself."""


class PilesUp(Exception):
    """Terms grow from step to step because ``culprits``, uninterpreted, pile up."""

    def __init__(self, culprits: Iterable[Culprit]) -> None:
        super().__init__("operators pile up")
        self.culprits = tuple(culprits)


class Universe:
    """The terms that cubes of the printed mode are made of: those of the system, and those that refinement adds."""

    def __init__(self, abstract: AbstractSystem) -> None:
        system = abstract.system
        formulas = [each.guard for each in system.edges] + [each.domain for each in system.locations]
        updates = [value for edge in system.edges for value in edge.update.values()]
        symbols = [*system.parameters, *(symbol for each in system.locations for symbol in each.symbols)]
        self._terms: set[Term] = set(postorder([*formulas, *updates, *symbols]))

    def __contains__(self, term: Term) -> bool:
        return term in self._terms or term.op is Op.CONSTANT

    def add(self, terms: Iterable[Term]) -> bool:
        """Add ``terms`` with their parts; says whether some of them are new."""
        before = len(self._terms)
        self._terms.update(postorder(list(terms)))
        return len(self._terms) > before


class Projection:
    """The domain of the search on an abstract system; without a ``universe``, composed."""

    def __init__(self, abstract: AbstractSystem, universe: Universe | None, *, is_bounded: bool) -> None:
        self._abstraction = abstract.abstraction
        self._universe = universe
        system = abstract.system
        self._symbols = {each.name: frozenset((*system.parameters, *each.symbols)) for each in system.locations}
        self._opaque = frozenset(
            abstract.abstraction.abstract(each)
            for location in abstract.original.locations
            for each in location.inputs
            if not abstract.abstraction.is_faithful(each.sort)
        )
        """Inputs whose values in a state are no values that could be named."""
        self._weights: dict[Term, int] = {}
        self._depths = _Depths(abstract) if is_bounded else None

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Cube:
        """Why ``formula`` is true in ``state``; see `Domain`, but for literals about opaque inputs and, in the printed mode, about terms that the system does not have."""
        symbols = self._symbols[name]
        found = justification(formula, state, lambda term: term in symbols or term in self._opaque, self._weights)
        literals = [self._simple(each, state) for each in found if self._opaque.isdisjoint(variables_of(each))]
        cube = tuple(dict.fromkeys(each for each in literals if each is not TRUE))
        if self._universe is not None:
            cube = tuple(dict.fromkeys(_printed(cube, self._universe, state)))
        if self._depths is not None:
            self._depths.check(cube)
        return cube

    def weaker(self, literal: Term) -> Iterable[Term]:
        """None: the literal is dropped, or it stays."""
        del literal
        return ()

    def _simple(self, literal: Term, state: Evaluator) -> Term:
        """``literal`` as rewriting simplifies it, if the state agrees that it is the same."""
        simple = self._abstraction.abstract(self._abstraction.original(literal))
        return simple if simple is not FALSE and state.value(simple) else literal


def _printed(literals: Cube, universe: Universe, state: Evaluator) -> Iterator[Term]:
    """Literals over the terms of ``universe`` that hold in ``state``: those of ``literals`` that are, and for others which of their parts are equal."""
    parts: dict[Term, None] = {}
    for literal in literals:
        atom = literal.args[0] if literal.op is Op.NOT else literal
        if atom in universe or all(each in universe for each in atom.args):
            yield literal
        else:
            parts.update(dict.fromkeys(_largest(atom, universe)))
    yield from which_are_equal(parts, state)


def _largest(atom: Term, universe: Universe) -> Iterator[Term]:
    """The largest parts of ``atom`` that are in ``universe``."""
    todo = list(atom.args)
    while todo:
        term = todo.pop()
        if term in universe:
            yield term
        else:
            todo.extend(term.args)


def which_are_equal(terms: Iterable[Term], state: Evaluator) -> Iterator[Term]:
    """Which of ``terms`` are equal in ``state``: equations with a representative of each class, and inequations between the representatives of each sort.

    Of truth values it says which of them hold.
    """
    classes: dict[tuple[object, object], list[Term]] = {}
    for term in terms:
        if term.sort is BOOL:
            yield term if state.value(term) else not_(term)
        else:
            classes.setdefault((term.sort, state.value(term)), []).append(term)
    representatives: list[Term] = []
    for members in classes.values():
        first = next((each for each in members if each.op is Op.CONSTANT), members[0])
        yield from (eq(first, each) for each in members if each is not first)
        for other in representatives:
            both_constant = first.op is Op.CONSTANT and other.op is Op.CONSTANT
            if other.sort is first.sort and not both_constant:
                yield not_(eq(first, other))
        representatives.append(first)


class _Depths:
    """How deep operators are nested in themselves."""

    def __init__(self, abstract: AbstractSystem) -> None:
        self._abstraction = abstract.abstraction
        self._nesting: dict[Term, dict[object, int]] = {}
        self._most = MOST_DEEPER
        for edge in abstract.system.edges:
            for term in (edge.guard, *edge.update.values()):
                self._most = max(self._most, MOST_DEEPER + max(self._of(term).values(), default=0))

    def check(self, cube: Cube) -> None:
        """Raise `PilesUp` if a literal of ``cube`` is too deep."""
        for literal in cube:
            if any(depth > self._most for depth in self._of(literal).values()):
                raise PilesUp(self._abstraction.culprits(literal))

    def _of(self, root: Term) -> dict[object, int]:
        """For each uninterpreted function the most applications of it on a way down from ``root``."""
        known = self._nesting
        for term in postorder([root]):
            if term in known:
                continue
            depths: dict[object, int] = {}
            for argument in term.args:
                for function, depth in known[argument].items():
                    depths[function] = max(depth, depths.get(function, 0))
            if term.op is Op.APPLY:
                depths[term.payload] = depths.get(term.payload, 0) + 1
            known[term] = depths
        return known[root]
