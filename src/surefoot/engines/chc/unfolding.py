"""Derivations of false by unfolding the tree of clauses on demand (stratified inlining; Lal,
Qadeer, Lahiri, CAV 2012).

An instance is one use of a relation with some arguments; the symbol b is true if it is derived.
Unfolding an instance adds

    b => c_1 or ... or c_n        for the clauses with its relation in the head
    c_k => the constraint, the equations of arguments, and b' for an instance of each body relation

with fresh variables. For instances that are not unfolded, b is assumed to be false. A model is a
derivation. Otherwise the instances in the core are unfolded if they are no deeper than the
bound; if all are deeper, the bound is raised.
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.base.events import BoundRaised, Watcher
from surefoot.base.records import dataclass
from surefoot.logic import BOOL, Symbol, SymbolKind, Term, Value, and_, eq, implies, not_, or_, substitute, variable
from surefoot.logic.horn import Clause, Derivation, DerivationStep, HornSystem
from surefoot.smt.contracts import Model, NoAnswer, Sat, Solver, Unsat


@dataclass(frozen=True, slots=True)
class _Use:
    """Use of the clause ``clause`` in an instance: ``taken`` if the clause derives it.

    ``variables`` maps the variables of the clause to fresh ones, ``needed`` has the instances of
    its body.
    """

    clause: int
    taken: Term
    variables: dict[Term, Term]
    needed: tuple["_Instance", ...]


class _Instance:
    """Relation, or false, that is to be derived; ``uses`` is empty before it is unfolded."""

    def __init__(self, relation: str | None, arguments: tuple[Term, ...], derived: Term, depth: int) -> None:
        self.relation = relation
        self.arguments = arguments
        self.derived = derived
        self.depth = depth
        self.uses: tuple[_Use, ...] = ()


@dataclass(frozen=True, slots=True)
class NoDerivation:
    """Result: false cannot be derived."""


class DerivationSearch:
    """Unfolded tree; ``bound`` is its maximal depth."""

    def __init__(self, system: HornSystem, solver: Solver, on_event: Watcher) -> None:
        self._system = system
        self._solver = solver
        self._on_event = on_event
        self._clauses: dict[str | None, list[int]] = {None: [], **{name: [] for name in system.relations}}
        for number, clause in enumerate(system.clauses):
            self._clauses[clause.head.relation if clause.head else None].append(number)
        self._made = 0
        self.bound = 1
        self._root = self._instance(None, (), 0)
        self._open = {not_(self._root.derived): self._root}
        """Instances that are not unfolded, by the assumption that they are not derived."""
        solver.add(self._root.derived)

    def run(self, budget: Budget) -> Derivation | NoDerivation | NoAnswer:
        """Return a derivation of least depth. Raises `OutOfBudget`."""
        while True:
            budget.spend()
            match self._solver.check(list(self._open), purpose="derivation"):
                case Sat(model):
                    return self._derivation(model)
                case NoAnswer() as no_answer:
                    return no_answer
                case Unsat(core):
                    if not core:
                        return NoDerivation()
                    self._unfold([self._open[each] for each in core])

    def _unfold(self, blocking: Sequence[_Instance]) -> None:
        near = [each for each in blocking if each.depth < self.bound]
        if not near:
            self.bound += 1
            self._on_event(BoundRaised("horn", self.bound))
            return
        for instance in near:
            del self._open[not_(instance.derived)]
            instance.uses = tuple(self._use(number, instance) for number in self._clauses[instance.relation])
            self._solver.add(implies(instance.derived, or_(*(each.taken for each in instance.uses))))

    def _use(self, number: int, instance: _Instance) -> _Use:
        clause: Clause = self._system.clauses[number]
        taken = self._symbol("clause", number)
        own = {each: variable(self._symbol_like(each), each.sort) for each in clause.variables}
        memo: dict[Term, Term] = {}
        needed = []
        for each in clause.body:
            arguments = tuple(substitute(term, own, memo) for term in each.arguments)
            child = self._instance(each.relation, arguments, instance.depth + 1)
            self._open[not_(child.derived)] = child
            needed.append(child)
        head = clause.head.arguments if clause.head else ()
        equations = [
            eq(substitute(term, own, memo), known) for term, known in zip(head, instance.arguments, strict=True)
        ]
        constraint = substitute(clause.constraint, own, memo)
        self._solver.add(implies(taken, and_(constraint, *equations, *(each.derived for each in needed))))
        return _Use(number, taken, own, tuple(needed))

    def _instance(self, relation: str | None, arguments: tuple[Term, ...], depth: int) -> _Instance:
        return _Instance(relation, arguments, self._symbol(relation or "false", 0), depth)

    def _symbol(self, what: str, number: int) -> Term:
        self._made += 1
        return variable(Symbol(SymbolKind.ACTIVATION, f"derivation {self._made}", number, what), BOOL)

    def _symbol_like(self, symbol: Term) -> Symbol:
        self._made += 1
        return Symbol(SymbolKind.COPY, symbol.payload.key, self._made, str(symbol.payload))

    def _derivation(self, model: Model) -> Derivation:
        """Return the derivation in ``model``."""
        steps: list[DerivationStep] = []
        done: dict[int, int] = {}
        stack = [self._root]
        while stack:
            instance = stack[-1]
            use = next(each for each in instance.uses if model.value(each.taken))
            missing = [each for each in use.needed if id(each) not in done]
            if missing:
                stack += missing
                continue
            stack.pop()
            values: dict[Term, Value] = {each: model.value(own) for each, own in use.variables.items()}
            done[id(instance)] = len(steps)
            steps.append(DerivationStep(use.clause, values, tuple(done[id(each)] for each in use.needed)))
        return Derivation(tuple(steps))
