"""Houdini for Horn clauses: the strongest candidates about relations that satisfy all clauses with
a head.

Candidates form chains, the strongest first, each implying the next, such as bounds of one number.
The first of each chain is assumed. Where a clause does not establish it, the next one that the
counterexample does not refute takes its place. The formulas that a proof needs are collected from
the clauses without head backwards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.invariants.houdini import drop_until_stable
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.reduction import closed_under_reasons, reduced
from surefoot.logic import BOOL, FALSE, Evaluator, Symbol, SymbolKind, Term, not_, or_, substitute, variable
from surefoot.logic.horn import Application, Clause, HornSystem
from surefoot.smt.contracts import Answer, NoAnswer, Sat, Solver, Unsat

RelationFormulas = Mapping[str, Sequence[Term]]
"""Formulas over the parameters of each relation."""
Chain = tuple[Term, ...]
"""Candidates about one thing, each implying the next."""
RelationCandidates = Mapping[str, Sequence[Chain]]
_Part = tuple[str, Term]
"""A relation, and a formula over its parameters."""
_Goal = tuple[Clause, tuple[Term, ...]]
"""A clause, and the conclusion that its body must imply; none if it must not apply."""


class ClauseQueries:
    """Queries about the clauses of a system; each formula is added to the solver once, implied by a
    literal.
    """

    def __init__(self, system: HornSystem, solver: Solver) -> None:
        self.system = system
        self._solver = solver
        self._literals: dict[Term, Term] = {}
        self._memos: dict[Application, dict[Term, Term]] = {}

    def instance(self, application: Application, formula: Term) -> Term:
        """Return `formula`, over the parameters of a relation, over the arguments of `application`."""
        memo = self._memos.setdefault(application, {})
        parameters = self.system.relations[application.relation]
        return substitute(formula, dict(zip(parameters, application.arguments, strict=True)), memo)

    def premises(self, clause: Clause, known: RelationFormulas) -> list[Term]:
        """Return the instances of `known` for the body of `clause`."""
        return [self.instance(each, formula) for each in clause.body for formula in known.get(each.relation, ())]

    def check(self, formulas: Sequence[Term], failing: Sequence[Term]) -> Answer:
        """Decide whether `formulas` hold while one of `failing` does not; a core consists of
        formulas.
        """
        if FALSE in formulas:
            return Unsat((FALSE,))
        known = {self._literal(formula): formula for formula in formulas}
        some = or_(*(self._literal(not_(each)) for each in failing))
        match self._solver.check([*known, some] if failing else list(known), purpose="summaries"):
            case Unsat(core):
                return Unsat(tuple(known[each] for each in core if each in known))
            case answer:
                return answer

    def _literal(self, formula: Term) -> Term:
        if not formula.args:
            return formula
        found = self._literals.get(formula)
        if found is None:
            number = len(self._literals)
            off = variable(Symbol(SymbolKind.ACTIVATION, "clauses", number, f"without {number}"), BOOL)
            found = self._literals[formula] = not_(off)
            self._solver.add(or_(off, formula))
        return found


def satisfying_subset(
    clauses: ClauseQueries, candidates: RelationCandidates, budget: Budget, known: RelationFormulas | None = None
) -> dict[str, list[Term]]:
    """Return `known` with the strongest formula of each chain such that all of it satisfies the
    clauses with a head.

    It is weaker where the solver gives up.
    Requires: `known` satisfies these clauses; it is not checked.
    """
    search = _Houdini(clauses, candidates, known or {}, budget)
    with_head = [(each, each.head) for each in clauses.system.clauses if each.head is not None]
    drop_until_stable(
        with_head,
        lambda step: search.drop(*step),
        lambda later, step: any(each.relation == step[1].relation for each in later[0].body),
    )
    return {name: search.assumed(name) for name in clauses.system.relations}


class _Houdini:
    """The rest of each chain, beside formulas that are `certain`."""

    def __init__(
        self, clauses: ClauseQueries, candidates: RelationCandidates, certain: RelationFormulas, budget: Budget
    ) -> None:
        self._clauses = clauses
        self._certain = certain
        self._budget = budget
        self._moves: dict[int, int] = {}
        self._kept = {
            name: [list(chain) for chain in dict.fromkeys(candidates.get(name, ()))]
            for name in clauses.system.relations
        }

    def assumed(self, relation: str) -> list[Term]:
        """Return the formulas that are assumed of `relation`."""
        firsts = (chain[0] for chain in self._kept[relation] if chain)
        return list(dict.fromkeys((*self._certain.get(relation, ()), *firsts)))

    def drop(self, clause: Clause, head: Application) -> bool:
        """Drop the candidates about the head that `clause` does not establish, and return whether
        there were any.

        Where the first of a chain is refuted, the last is checked next and then one in the middle:
        long chains are not checked one by one.
        """
        changed = False
        while refuted := self._refuted(clause, head, self._kept[head.relation], first):
            changed = True
            for chain in refuted:
                if self._has_moved_often(chain):
                    del chain[: len(chain) // 2]
            for place in (last, middle):
                left = [chain for chain in refuted if len(chain) > 1]
                while left and self._refuted(clause, head, left, place):
                    left = [chain for chain in left if len(chain) > 1]
            self._kept[head.relation] = [chain for chain in self._kept[head.relation] if chain]
        return changed

    def _has_moved_often(self, chain: list[Term]) -> bool:
        """Count a refutation of `chain`, and return whether there were too many.

        Bounds that move on with every iteration of a recursion are not followed for long.
        """
        moves = self._moves[id(chain)] = self._moves.get(id(chain), 0) + 1
        return moves > LIMITS.moves_of_chain

    def _refuted(
        self, clause: Clause, head: Application, chains: list[list[Term]], place: Callable[[list[Term]], int]
    ) -> list[list[Term]]:
        """Shorten the chains that a counterexample to their candidates at `place` refutes, and
        return them.
        """
        if not chains:
            return []
        self._budget.spend()
        assumed = {each.relation: self.assumed(each.relation) for each in clause.body}
        asked = [self._clauses.instance(head, chain[place(chain)]) for chain in chains]
        match self._clauses.check([clause.constraint, *self._clauses.premises(clause, assumed)], asked):
            case Unsat():
                return []
            case Sat(model):
                values = Evaluator(model.value)
                shortened = [chain for chain in chains if not values.value(self._clauses.instance(head, chain[0]))]
                for chain in shortened:
                    while chain and not values.value(self._clauses.instance(head, chain[0])):
                        chain.pop(0)
            case NoAnswer() if len(chains) > 1:
                half = len(chains) // 2
                parts = (
                    self._refuted(clause, head, chains[:half], place),
                    self._refuted(clause, head, chains[half:], place),
                )
                return [*parts[0], *parts[1]]
            case NoAnswer():
                shortened = list(chains)
                del chains[0][: place(chains[0]) + 1]
        return shortened


def first(_chain: Sequence[Term]) -> int:
    """Return the place of the strongest candidate of a chain."""
    return 0


def middle(chain: Sequence[Term]) -> int:
    """Return the place of a candidate in the middle of a chain."""
    return len(chain) // 2


def last(chain: Sequence[Term]) -> int:
    """Return the place of the weakest candidate of a chain."""
    return len(chain) - 1


def open_failures(clauses: ClauseQueries, known: RelationFormulas, budget: Budget) -> list[Clause]:
    """Return the clauses without head that `known` is not shown to satisfy."""
    found: list[Clause] = []
    for clause in clauses.system.clauses:
        if clause.head is None:
            budget.spend()
            answer = clauses.check([clause.constraint, *clauses.premises(clause, known)], ())
            if not isinstance(answer, Unsat):
                found.append(clause)
    return found


def needed(clauses: ClauseQueries, known: RelationFormulas, budget: Budget) -> dict[str, tuple[Term, ...]]:
    """Return the formulas of `known` that satisfy all clauses, by cores; all premises of a clause
    where the solver gives up.

    Requires: `known` satisfies all clauses.
    """

    def goals_of(parts: list[_Part]) -> Iterator[_Goal]:
        for relation, formula in parts:
            for clause in clauses.system.clauses:
                if clause.head is not None and clause.head.relation == relation:
                    budget.spend()
                    yield clause, (clauses.instance(clause.head, formula),)

    def failures() -> Iterator[_Goal]:
        for clause in clauses.system.clauses:
            if clause.head is None:
                budget.spend()
                yield clause, ()

    def reasons(goal: _Goal, wanted: Mapping[_Part, None]) -> list[_Part]:
        """Return formulas from which `goal` follows, only those that are `wanted` already if these
        suffice.
        """
        clause, conclusion = goal
        sources: dict[Term, _Part] = {}
        for each in clause.body:
            for formula in known.get(each.relation, ()):
                sources.setdefault(clauses.instance(each, formula), (each.relation, formula))
        already = [term for term, source in sources.items() if source in wanted]
        for tried in (already, list(sources)):
            match clauses.check([clause.constraint, *tried], conclusion):
                case Unsat(core):
                    return [sources[term] for term in core if term in sources]
                case _:
                    pass
        return list(sources.values())

    wanted = closed_under_reasons(failures(), reasons, goals_of) or {}
    found = {name: tuple(each for each in own if (name, each) in wanted) for name, own in known.items()}
    return {name: own for name, own in found.items() if own}


def fewer(clauses: ClauseQueries, known: RelationFormulas, budget: Budget) -> dict[str, tuple[Term, ...]]:
    """Return a subset of `known` that satisfies all clauses, from which no formula can be removed
    if `budget` lasts.
    """

    def is_enough(parts: list[tuple[str, Term]]) -> bool:
        return satisfies(clauses, _by_relation(parts))

    return _by_relation(reduced([(name, each) for name, own in known.items() for each in own], is_enough, budget))


def satisfies(clauses: ClauseQueries, formulas: RelationFormulas) -> bool:
    """Return whether `formulas` are shown to satisfy all clauses."""
    return all(_establishes(clauses, each, formulas) for each in clauses.system.clauses)


def _by_relation(parts: Iterable[tuple[str, Term]]) -> dict[str, tuple[Term, ...]]:
    found: dict[str, tuple[Term, ...]] = {}
    for name, formula in parts:
        found[name] = (*found.get(name, ()), formula)
    return found


def _establishes(clauses: ClauseQueries, clause: Clause, formulas: RelationFormulas) -> bool:
    """Return whether `clause` establishes the `formulas` of its head, or, if it has none, cannot
    apply.
    """
    wanted: list[Term] = []
    if clause.head is not None:
        wanted = [clauses.instance(clause.head, each) for each in formulas.get(clause.head.relation, ())]
        if not wanted:
            return True
    premises = clauses.premises(clause, formulas)
    return isinstance(clauses.check([clause.constraint, *premises], wanted), Unsat)
