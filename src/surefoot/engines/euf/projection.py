"""Term projection: from a state of the abstract system to a cube of states with the same successor
behaviour.

As TermProj of the thesis, it visits only the branches that the state takes. The languages
(`Terms`) differ in the literals over the successor state, which are substitution instances here.
All but one have finitely many cubes, but then an abstract path need not be feasible, and
refinement adds terms to the `Universe`.
"""

from collections.abc import Callable, Iterable, Iterator

from surefoot.base.enums import Enum
from surefoot.engines.euf.abstraction import AbstractSystem, Culprit
from surefoot.engines.ic3.domain import Lifted
from surefoot.engines.limits import LIMITS
from surefoot.invariants.justification import Preferences, justification
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    ArraySort,
    Evaluator,
    Op,
    Sort,
    Term,
    constant,
    eq,
    fold,
    not_,
    postorder,
    substitute,
    variables_of,
)


class Terms(Enum):
    """Language of cubes."""

    PRINTED = "printed"
    """Formulas of the system, and equalities between its terms that occur on the path."""
    EXPRESSED = "expressed"
    """Comparisons of terms of the system; for other literals, equalities between their parts."""
    COMPOSED = "composed"
    """All literals. Cubes are exact up to inputs, but terms grow from step to step."""

    def __str__(self) -> str:
        return self.value


class TermGrowth(Exception):
    """Terms grow from step to step because the uninterpreted ``culprits`` nest."""

    def __init__(self, culprits: Iterable[Culprit]) -> None:
        super().__init__("operators pile up")
        self.culprits = tuple(culprits)


class Universe:
    """Terms of cubes: those of the system, and those that refinement adds.

    ``has_all_formulas`` is true if all formulas over these terms belong to it, false if only
    those of the system and equations do.
    """

    def __init__(self, abstract: AbstractSystem, *, has_all_formulas: bool) -> None:
        system = abstract.system
        formulas = [each.guard for each in system.edges] + [each.domain for each in system.locations]
        updates = [value for edge in system.edges for value in edge.update.values()]
        symbols = [*system.parameters, *(symbol for each in system.locations for symbol in each.symbols)]
        self._terms: set[Term] = set(postorder([*formulas, *updates, *symbols]))
        self._has_all_formulas = has_all_formulas

    def has(self, literal: Term) -> bool:
        """Return whether ``literal`` belongs to the universe."""
        atom = literal.args[0] if literal.op is Op.NOT else literal
        if atom in self._terms:
            return True
        return (self._has_all_formulas or atom.op is Op.EQ) and all(each in self._terms for each in atom.args)

    def parts(self, literal: Term) -> Iterator[Term]:
        """Yield the terms of ``literal`` that are compared in its place or beside it.

        All terms if formulas do not suffice, else the maximal ones.
        """
        atom = literal.args[0] if literal.op is Op.NOT else literal
        if self._has_all_formulas and self.has(literal):
            return
        todo = [*atom.args] if atom.sort is BOOL and atom.args else [atom]
        while todo:
            term = todo.pop()
            if term in self._terms:
                yield term
            if term not in self._terms or not self._has_all_formulas:
                todo.extend(term.args)

    def add(self, terms: Iterable[Term]) -> bool:
        """Add ``terms`` with their parts; return whether some are new."""
        before = len(self._terms)
        self._terms.update(postorder(list(terms)))
        return len(self._terms) > before


AbstractPredicates = dict[str, dict[Term, None]]
"""Formulas of the abstract system at locations; cubes that are not exact state which of them hold.
"""


class Projection:
    """Domain of the search on an abstract system; composed without a ``universe``.

    With ``rewriting``, literals are simplified as in the original system. Facts about
    uninterpreted functions of inputs are assumed only, because a value that suits the functions
    need not suit the operators. ``predicates`` may grow.
    """

    def __init__(
        self,
        abstract: AbstractSystem,
        universe: Universe | None,
        predicates: AbstractPredicates | None = None,
        *,
        is_bounded: bool,
        rewriting: bool,
    ) -> None:
        self._predicates = {} if predicates is None else predicates
        self._abstraction = abstract.abstraction
        self._universe = universe
        self._rewriting = rewriting
        system = abstract.system
        self._inputs = {each.name: frozenset(each.inputs) for each in system.locations}
        self._unfaithful = frozenset(
            abstract.abstraction.abstract(each)
            for location in abstract.original.locations
            for each in location.inputs
            if not abstract.abstraction.is_faithful(each.sort)
        )
        """Inputs whose values in a state have no name as a constant."""
        self._preferences = Preferences()
        self._named: dict[Term, tuple[Term, ...] | None] = {}
        """Inputs of each literal met so far; `None` if their values have no names."""
        self._simplified: dict[Term, Term] = {}
        self._growth = _Growth(abstract) if is_bounded else None

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Return literals that explain ``formula`` in ``state``; see `Domain`."""
        literals: dict[Term, None] = {}
        assumed: dict[Term, None] = {}
        parts: dict[Term, None] = {}
        for found in justification(formula, state, lambda _: True, self._preferences):
            literal = self._without_inputs(name, found, state)
            if literal is None:
                assumed[found] = None
                continue
            literal = self._simple(literal, state)
            if self._universe is not None:
                parts.update(dict.fromkeys(self._universe.parts(literal)))
            if self._universe is None or self._universe.has(literal):
                literals[literal] = None
            else:
                assumed[literal] = None
        literals.pop(TRUE, None)
        sources = parts | self._predicates.get(name, {}) if assumed else parts
        kept = [each for each in equalities_in(sources, state, self._abstraction.sort) if each not in literals]
        if self._growth is not None:
            self._growth.check(literals)
        return Lifted(tuple(literals), tuple(kept), tuple(assumed))

    def _without_inputs(self, name: str, literal: Term, state: Evaluator) -> Term | None:
        """Replace inputs in ``literal`` by their values in ``state``.

        Return `None` if a function is applied to an input or a value has no name.
        """
        if literal not in self._named:
            self._named[literal] = self._inputs_to_name(literal, self._inputs[name])
        inputs = self._named[literal]
        if not inputs:
            return None if inputs is None else literal
        return substitute(literal, {each: constant(state.value(each), each.sort) for each in inputs})

    def _inputs_to_name(self, literal: Term, inputs: frozenset[Term]) -> tuple[Term, ...] | None:
        """Return the ``inputs`` in ``literal``; `None` if their values cannot be substituted."""
        found = tuple(each for each in variables_of(literal) if each in inputs)
        if not self._unfaithful.isdisjoint(found):
            return None
        applied = [term for term in postorder([literal]) if term.op is Op.APPLY] if found else []
        return found if set(found).isdisjoint(variables_of(*applied)) else None

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Return nothing: a literal is dropped or kept."""
        del literal
        return ()

    def _simple(self, literal: Term, state: Evaluator) -> Term:
        """Return ``literal`` simplified by rewriting, if the state confirms that the value is the
        same.
        """
        if not self._rewriting:
            return literal
        simple = self._simplified.get(literal)
        if simple is None:
            simple = self._simplified[literal] = self._abstraction.abstract(self._abstraction.original(literal))
        return simple if simple is not FALSE and state.value(simple) else literal


def atoms_of(formula: Term) -> tuple[Term, ...]:
    """Return the atoms of ``formula``."""
    found: dict[Term, None] = {}
    todo, done = [formula], set[Term]()
    while todo:
        term = todo.pop()
        if term in done:
            continue
        done.add(term)
        is_combined = term.op in {Op.NOT, Op.AND, Op.OR, Op.ITE} or (term.op is Op.EQ and term.args[0].sort is BOOL)
        if is_combined:
            todo.extend(reversed(term.args))
        elif term.op is not Op.CONSTANT:
            found[term] = None
    return tuple(found)


def equalities_in(terms: Iterable[Term], state: Evaluator, sort_of: Callable[[Term], Sort]) -> Iterator[Term]:
    """Yield the equalities of ``terms`` in ``state``.

    Each term equals the representative of its class, and representatives of one sort differ. For
    Booleans the literals that hold are yielded; arrays that represent themselves are skipped.
    ``sort_of`` gives the original sorts.
    """
    classes: dict[tuple[Sort, object], list[Term]] = {}
    for term in terms:
        if term.sort is BOOL:
            yield term if state.value(term) else not_(term)
        elif not isinstance(term.sort, ArraySort):
            classes.setdefault((sort_of(term), state.value(term)), []).append(term)
    representatives: list[tuple[Sort, Term]] = []
    for (sort, _), members in classes.items():
        first = next((each for each in members if each.op is Op.CONSTANT), members[0])
        yield from (eq(first, each) for each in members if each is not first)
        for other_sort, other in representatives:
            both_constant = first.op is Op.CONSTANT and other.op is Op.CONSTANT
            if other_sort is sort and not both_constant:
                yield not_(eq(first, other))
        representatives.append((sort, first))


class _Growth:
    """Detector of diverging cubes: functions nested ever deeper, or literals with ever new
    constants.
    """

    def __init__(self, abstract: AbstractSystem) -> None:
        self._abstraction = abstract.abstraction
        self._nesting: dict[Term, dict[object, int]] = {}
        self._alike: dict[Term, set[Term]] = {}
        edges = abstract.system.edges
        terms = [term for edge in edges for term in (edge.guard, *edge.update.values())]
        self._constants = {term for term in postorder(terms) if term.op is Op.CONSTANT}
        self._deepest = LIMITS.extra_nesting + max(
            (depth for term in terms for depth in self._depths(term).values()), default=0
        )

    def check(self, literals: Iterable[Term]) -> None:
        """Raise `TermGrowth` if one of ``literals`` is too deep, or if too many differ in constants
        only.
        """
        for literal in literals:
            if any(depth > self._deepest for depth in self._depths(literal).values()) or self._is_one_too_many(literal):
                culprits = self._abstraction.culprits(literal)
                if culprits:
                    raise TermGrowth(culprits)

    def _depths(self, root: Term) -> dict[object, int]:
        """Return for each uninterpreted function its maximal nesting in ``root``."""
        return fold(root, _deeper, self._nesting)

    def _is_one_too_many(self, literal: Term) -> bool:
        new = [each for each in postorder([literal]) if each.op is Op.CONSTANT and each not in self._constants]
        if not new:
            return False
        shape = substitute(literal, {each: constant(0, each.sort) for each in new})
        alike = self._alike.setdefault(shape, set())
        alike.add(literal)
        return len(alike) > LIMITS.similar_literals


def _deeper(term: Term, args: list[dict[object, int]]) -> dict[object, int]:
    depths: dict[object, int] = {}
    for each in args:
        for function, depth in each.items():
            depths[function] = max(depth, depths.get(function, 0))
    if term.op is Op.APPLY:
        depths[term.payload] = depths.get(term.payload, 0) + 1
    return depths
