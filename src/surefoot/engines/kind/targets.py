"""Targets: states at a location from which a failure follows, from failed inductive steps.

A target is the start of a partial counterexample. It constrains every live variable and memory
cell of the location, the elements of arrays that the failure reads, and the parameters that the
failure mentions.
"""

from collections.abc import Iterator

from surefoot.base.records import dataclass
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.logic import ArraySort, Evaluator, Op, Term, and_, constant, eq, not_, select, variables_of
from surefoot.smt.contracts import Model, Unsat


@dataclass(frozen=True, slots=True)
class Target:
    """Target: from every state at ``location`` that satisfies ``states``, some run fails within
    ``distance`` steps.
    """

    location: str
    states: Term
    distance: int


def target_of(step: InductiveStep, name: str, failure: Term, model: Model, distance: int, *, widen: bool) -> Target:
    """Return the first state of the run of ``model``; with ``widen``, only conditions that its
    failure depends on.

    Requires: ``model`` satisfies ``failure``, whose runs start at ``name``
    """
    evaluator = Evaluator(model.value)
    mentioned = dict.fromkeys(variables_of(failure))
    symbols = dict.fromkeys(step.system.location(name).symbols)
    rigid = set(step.system.parameters).intersection(mentioned)
    chosen: list[Term] = []
    state: list[Term] = []
    for symbol in dict.fromkeys((*symbols, *mentioned)):
        literals = state if symbol in symbols or symbol in rigid else chosen
        if isinstance(symbol.sort, ArraySort):
            literals += _elements(symbol, symbol.sort, failure, evaluator)
        else:
            literals.append(eq(symbol, constant(evaluator.value(symbol), symbol.sort)))
    if widen:
        state = _needed(step, state, [not_(failure), *chosen])
    return Target(name, and_(*state), distance)


def _elements(array: Term, sort: ArraySort, failure: Term, state: Evaluator) -> list[Term]:
    """Return equations for the elements of ``array`` that ``failure`` reads."""
    indices = {
        constant(state.value(at), at.sort): None
        for read, at in _reads(failure)
        if at.sort is sort.index and array in variables_of(read)  # it may be mentioned in an index only
    }
    elements = (select(array, index) for index in indices)
    return [eq(element, constant(state.value(element), element.sort)) for element in elements]


def _reads(formula: Term) -> Iterator[tuple[Term, Term]]:
    """Yield the arrays that ``formula`` reads, each with an index."""
    seen: set[Term] = set()
    todo = [formula]
    while todo:
        term = todo.pop()
        if term not in seen:
            seen.add(term)
            todo.extend(term.args)
            if term.op is Op.SELECT:
                yield term.args[0], term.args[1]


def _needed(step: InductiveStep, state: list[Term], others: list[Term]) -> list[Term]:
    """Return literals of ``state`` that imply the failure for the same choices of the run."""
    answer = step.check(*others, *state, purpose="targets")
    if not isinstance(answer, Unsat):
        return state
    core = set(answer.core)
    return [literal for literal in state if literal in core]
