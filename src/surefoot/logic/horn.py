"""Constrained Horn clauses.

A clause states, for all values of its variables,

    R_1(t_1) & ... & R_n(t_n) & constraint  =>  R(t)        or  => false  where it has no head.

Formulas R(x) for the relations are a solution iff they satisfy all clauses. A solution exists
iff false cannot be derived. A derivation is a tree of clause instances whose constraints hold
and whose body applications are the heads of its children. A clause is linear if n <= 1. Systems
of linear clauses are control systems; procedure summaries need non-linear ones.

Derivations of false: certificates that Horn clauses have no solution, and their checker.

A step is a clause with a value for each of its variables. Its premises are the numbers of
earlier steps whose heads match the body, in order. The last step derives false. A step is valid
iff

    the constraint holds under the values
    for each i:  the i-th relation of the body, applied to the values of its arguments, is the head
of the i-th premise
"""

from collections.abc import Mapping

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass
from surefoot.logic.evaluate import Evaluator
from surefoot.logic.terms import Term
from surefoot.logic.values import Value, same_value
from surefoot.logic.walk import variables_of


@dataclass(frozen=True, slots=True)
class Application:
    """A relation with arguments."""

    relation: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """See the module."""

    body: tuple[Application, ...]
    constraint: Term
    head: Application | None

    @property
    def variables(self) -> tuple[Term, ...]:
        """Universally quantified variables of the clause."""
        applications = self.body if self.head is None else (*self.body, self.head)
        return variables_of(self.constraint, *(term for each in applications for term in each.arguments))


@dataclass(frozen=True, slots=True)
class HornSystem:
    """Relations, each with symbols for its parameters, and what they have to satisfy."""

    relations: Mapping[str, tuple[Term, ...]]
    clauses: tuple[Clause, ...]

    @property
    def is_linear(self) -> bool:
        """True if every clause has at most one relation in its body."""
        return all(len(clause.body) <= 1 for clause in self.clauses)


@dataclass(frozen=True, slots=True)
class DerivationStep:
    """Instance of the clause of this number: ``values`` of its variables, and ``premises``, numbers
    of earlier steps.
    """

    clause: int
    values: Mapping[Term, Value]
    premises: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """A relation with values."""

    relation: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Derivation:
    """Steps, each after its premises; see the module."""

    steps: tuple[DerivationStep, ...]

    def heads(self, system: HornSystem) -> tuple[Ground | None, ...]:
        """Return the ground head of each step; `None` is false."""
        return tuple(_head(system.clauses[step.clause], step.values) for step in self.steps)


def wrong_step(system: HornSystem, derivation: Derivation) -> str | None:
    """Check that ``derivation`` derives false from the clauses of ``system``; return the error, or
    `None` if it does.
    """
    derived: list[Ground | None] = []
    for number, step in enumerate(derivation.steps):
        if not 0 <= step.clause < len(system.clauses):
            return f"step {number + 1} is by no clause"
        clause = system.clauses[step.clause]
        if not set(clause.variables) <= step.values.keys():
            return f"step {number + 1} does not say what the variables of its clause are"
        if len(step.premises) != len(clause.body) or not all(0 <= each < number for each in step.premises):
            return f"step {number + 1} does not have the premises that its clause needs"
        values = _evaluator(step.values)
        if values.value(clause.constraint) is not True:
            return f"the constraint of step {number + 1} does not hold"
        for needed, premise in zip(clause.body, step.premises, strict=True):
            if not _is_same(system, _ground(needed, values), derived[premise]):
                return f"step {number + 1} needs something else than what step {premise + 1} derives"
        derived.append(_head(clause, step.values))
    if not derived or derived[-1] is not None:
        return "the last step does not derive false"
    return None


def without_repetition(system: HornSystem, derivation: Derivation) -> Derivation:
    """Return an equivalent derivation without duplicate and unused steps.

    Requires: ``wrong_step(system, derivation) is None``
    """
    heads = derivation.heads(system)
    first: dict[Ground | None, int] = {}
    for number, head in enumerate(heads):
        first.setdefault(head, number)
    needed: set[int] = set()
    waiting = [first[None]]
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting += [first[heads[premise]] for premise in derivation.steps[number].premises]
    kept = sorted(needed)
    place = {number: new for new, number in enumerate(kept)}
    steps = [
        DerivationStep(step.clause, step.values, tuple(place[first[heads[premise]]] for premise in step.premises))
        for step in (derivation.steps[number] for number in kept)
    ]
    shorter = Derivation(tuple(steps))
    invariant(wrong_step(system, shorter) is None, "a derivation became wrong when it was shortened")
    return shorter


def _is_same(system: HornSystem, needed: Ground, derived: Ground | None) -> bool:
    if derived is None or derived.relation != needed.relation:
        return False
    parameters = system.relations[needed.relation]
    pairs = zip(needed.values, derived.values, parameters, strict=True)
    return all(same_value(left, right, parameter.sort) for left, right, parameter in pairs)


def _evaluator(values: Mapping[Term, Value]) -> Evaluator:
    return Evaluator(values.__getitem__)


def _head(clause: Clause, values: Mapping[Term, Value]) -> Ground | None:
    return None if clause.head is None else _ground(clause.head, _evaluator(values))


def _ground(application: Application, values: Evaluator) -> Ground:
    return Ground(application.relation, tuple(values.value(term) for term in application.arguments))
