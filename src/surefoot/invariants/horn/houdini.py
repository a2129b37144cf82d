"""Houdini over Horn clauses: the strongest guesses about relations that satisfy all clauses with a head, and the few of them that a proof needs.

Guesses come in chains, the strongest first, each implying the next: bounds of one number, say. The first of each chain is what is believed; where a clause does not
establish it, the next that the counterexample does not refute takes its place.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.invariants.reduction import reduced
from surefoot.logic import BOOL, FALSE, Evaluator, Symbol, SymbolKind, Term, not_, or_, substitute, variable
from surefoot.logic.horn import Application, Clause, HornSystem
from surefoot.smt.contracts import Answer, NoAnswer, Sat, Solver, Unsat

RelationFormulas = Mapping[str, Sequence[Term]]
"""What holds of the parameters of each relation."""
MOST_MOVES = 6
"""A chain that was refuted more often loses half of what is left each time: bounds that move on with every round of a recursion are not followed for long."""
Chain = tuple[Term, ...]
RelationGuesses = Mapping[str, Sequence[Chain]]


class ClauseQuestions:
    """Questions to a solver about the clauses of a system; each formula is put to it once, behind a literal."""

    def __init__(self, system: HornSystem, solver: Solver) -> None:
        self.system = system
        self._solver = solver
        self._literals: dict[Term, Term] = {}
        self._memos: dict[Application, dict[Term, Term]] = {}

    def instance(self, application: Application, formula: Term) -> Term:
        """``formula``, which is about the parameters of a relation, about the arguments of ``application``."""
        memo = self._memos.setdefault(application, {})
        parameters = self.system.relations[application.relation]
        return substitute(formula, dict(zip(parameters, application.arguments, strict=True)), memo)

    def premises(self, clause: Clause, known: RelationFormulas) -> list[Term]:
        """What ``known`` says of the body of ``clause``."""
        return [self.instance(each, formula) for each in clause.body for formula in known.get(each.relation, ())]

    def check(self, formulas: Sequence[Term], failing: Sequence[Term]) -> Answer:
        """Whether ``formulas`` can hold while one of ``failing`` does not; a core is among the formulas."""
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
    clauses: ClauseQuestions, guesses: RelationGuesses, budget: Budget, known: RelationFormulas | None = None
) -> dict[str, list[Term]]:
    """``known``, and of each chain of ``guesses`` the strongest, such that all of this satisfies the clauses that have a head; weaker where the solver gives up.

    Requires  ``known`` satisfies these clauses: nothing is asked about it
    """
    search = _Houdini(clauses, guesses, known or {}, budget)
    with_head = [(each, each.head) for each in clauses.system.clauses if each.head is not None]
    pending = list(range(len(with_head)))
    while pending:
        clause, head = with_head[pending.pop(0)]
        if search.drop(clause, head):
            again = [at for at, (each, _) in enumerate(with_head) if _uses(each, head.relation)]
            pending.extend(at for at in again if at not in pending)
    return {name: search.believed(name) for name in clauses.system.relations}


class _Houdini:
    """What is left of chains of guesses, beside what is ``certain``."""

    def __init__(
        self, clauses: ClauseQuestions, guesses: RelationGuesses, certain: RelationFormulas, budget: Budget
    ) -> None:
        self._clauses = clauses
        self._certain = certain
        self._budget = budget
        self._moves: dict[int, int] = {}
        self._kept = {
            name: [list(chain) for chain in dict.fromkeys(guesses.get(name, ()))] for name in clauses.system.relations
        }

    def believed(self, relation: str) -> list[Term]:
        """What ``relation`` is taken to satisfy."""
        firsts = (chain[0] for chain in self._kept[relation] if chain)
        return list(dict.fromkeys((*self._certain.get(relation, ()), *firsts)))

    def drop(self, clause: Clause, head: Application) -> bool:
        """Remove the guesses about the head that ``clause`` does not establish; says whether there were any.

        Where the first of a chain is refuted, the last is asked about next and then one in the middle: a chain of many bounds is not gone through one by one.
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
        """Count that ``chain`` was refuted once more."""
        moves = self._moves[id(chain)] = self._moves.get(id(chain), 0) + 1
        return moves > MOST_MOVES

    def _refuted(
        self, clause: Clause, head: Application, chains: list[list[Term]], place: Callable[[list[Term]], int]
    ) -> list[list[Term]]:
        """Shorten those of ``chains`` that a counterexample to what they have at ``place`` refutes, and return them; none if there is no counterexample."""
        if not chains:
            return []
        self._budget.spend()
        believed = {each.relation: self.believed(each.relation) for each in clause.body}
        asked = [self._clauses.instance(head, chain[place(chain)]) for chain in chains]
        match self._clauses.check([clause.constraint, *self._clauses.premises(clause, believed)], asked):
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
    """The place of the strongest guess of a chain."""
    return 0


def middle(chain: Sequence[Term]) -> int:
    """The place of a guess in the middle of a chain."""
    return len(chain) // 2


def last(chain: Sequence[Term]) -> int:
    """The place of the weakest guess of a chain."""
    return len(chain) - 1


def open_failures(clauses: ClauseQuestions, known: RelationFormulas, budget: Budget) -> list[Clause]:
    """The clauses without head that ``known`` is not found to satisfy."""
    found: list[Clause] = []
    for clause in clauses.system.clauses:
        if clause.head is None:
            budget.spend()
            answer = clauses.check([clause.constraint, *clauses.premises(clause, known)], ())
            if not isinstance(answer, Unsat):
                found.append(clause)
    return found


def needed(clauses: ClauseQuestions, known: RelationFormulas, budget: Budget) -> dict[str, tuple[Term, ...]]:
    """Fewer formulas than ``known`` that satisfy all clauses, as far as the solver tells which it needs.

    Requires  ``known`` satisfies all clauses
    """
    search = _Needed(clauses, known)
    for clause in clauses.system.clauses:
        if clause.head is None:
            budget.spend()
            search.use(clause, ())
    while search.todo:
        relation, formula = search.todo.pop()
        for clause in clauses.system.clauses:
            if clause.head is not None and clause.head.relation == relation:
                budget.spend()
                search.use(clause, (clauses.instance(clause.head, formula),))
    found = {name: tuple(each for each in own if (name, each) in search.wanted) for name, own in known.items()}
    return {name: own for name, own in found.items() if own}


def fewer(clauses: ClauseQuestions, known: RelationFormulas, budget: Budget) -> dict[str, tuple[Term, ...]]:
    """A part of ``known`` that satisfies all clauses as it does, from which no single formula can be left out if ``budget`` lasts."""

    def is_enough(parts: list[tuple[str, Term]]) -> bool:
        return satisfies(clauses, _by_relation(parts))

    return _by_relation(reduced([(name, each) for name, own in known.items() for each in own], is_enough, budget))


def satisfies(clauses: ClauseQuestions, stated: RelationFormulas) -> bool:
    """Whether ``stated`` is found to satisfy all clauses."""
    return all(_establishes(clauses, each, stated) for each in clauses.system.clauses)


def _by_relation(parts: Iterable[tuple[str, Term]]) -> dict[str, tuple[Term, ...]]:
    found: dict[str, tuple[Term, ...]] = {}
    for name, formula in parts:
        found[name] = (*found.get(name, ()), formula)
    return found


def _establishes(clauses: ClauseQuestions, clause: Clause, stated: RelationFormulas) -> bool:
    """Whether ``clause`` establishes what is ``stated`` of its head, or, if it has none, cannot apply."""
    wanted: list[Term] = []
    if clause.head is not None:
        wanted = [clauses.instance(clause.head, each) for each in stated.get(clause.head.relation, ())]
        if not wanted:
            return True
    premises = clauses.premises(clause, stated)
    return isinstance(clauses.check([clause.constraint, *premises], wanted), Unsat)


class _Needed:
    """What is ``wanted`` so far, and whose own reasons are still to do."""

    def __init__(self, clauses: ClauseQuestions, known: RelationFormulas) -> None:
        self._clauses = clauses
        self._known = known
        self.wanted: dict[tuple[str, Term], None] = {}
        self.todo: list[tuple[str, Term]] = []

    def use(self, clause: Clause, conclusion: Sequence[Term]) -> None:
        """Want what it takes for ``clause`` to have its ``conclusion``, preferably what is wanted anyway."""
        sources: dict[Term, tuple[str, Term]] = {}
        for each in clause.body:
            for formula in self._known.get(each.relation, ()):
                sources.setdefault(self._clauses.instance(each, formula), (each.relation, formula))
        already = [term for term, source in sources.items() if source in self.wanted]
        for tried in (already, list(sources)):
            match self._clauses.check([clause.constraint, *tried], conclusion):
                case Unsat(core):
                    self._want(sources[term] for term in core if term in sources)
                    return
                case _:
                    pass
        self._want(sources.values())

    def _want(self, sources: Iterable[tuple[str, Term]]) -> None:
        new = [each for each in sources if each not in self.wanted]
        self.wanted.update(dict.fromkeys(new))
        self.todo.extend(new)


def _uses(clause: Clause, relation: str) -> bool:
    return any(each.relation == relation for each in clause.body)
