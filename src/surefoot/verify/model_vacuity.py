"""Vacuous proofs about models: no initial state, no step, or a premise that holds in no run.

The property ``p => q`` of a Boolean state p holds vacuously if no run reaches a state with p.
"""

from collections.abc import Iterator
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.base.records import replace
from surefoot.certify.verdicts import Safe
from surefoot.engines.contracts import Engine
from surefoot.evidence.claims import Goal
from surefoot.logic import Op, Term, conjuncts_of
from surefoot.smt.contracts import Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.formats.model import ModelFile
from surefoot.systems.transitions.model_program import program_of
from surefoot.verify.deciding import DecisionOptions, Statistics, decide


def vacuity_of_model(
    goal: Goal, model: ModelFile, engine: Engine, solvers: SolverFactory, budget: Budget
) -> Iterator[str]:
    """Yield a note for each way in which a proof about ``model`` is vacuous, as far as it is decided
    within ``budget``.
    """
    system = model.system
    limited = replace(solvers, budget=budget)
    if _is_unsatisfiable(limited, system.initial):
        yield f"the property holds vacuously: the model has no initial state; look at {model.initial_span}"
        return
    if _is_unsatisfiable(limited, system.initial, system.constraint):
        yield f"the property holds vacuously: the constraint excludes every initial state; look at {model.step_span}"
        return
    if _is_unsatisfiable(limited, system.initial, system.constraint, system.enabled):
        yield f"no initial state has a successor: only initial states were checked; look at {model.step_span}"
    for name, bad in system.bad.items():
        for premise in _premises(bad):
            if _is_unreachable(goal, model, premise, engine, limited, budget):
                shown = str(premise) if premise.op is Op.VARIABLE else f"not {premise.args[0]}"
                yield f"the property {name} holds vacuously: no run reaches a state with {shown}; look at {model.bad_spans[name]}"


def _premises(bad: Term) -> list[Term]:
    """Return the Boolean states, or their negations, that ``bad`` requires beside something else."""
    parts = conjuncts_of(bad)
    literals = [part for part in parts if (part.args[0] if part.op is Op.NOT else part).op is Op.VARIABLE]
    return literals if len(parts) > len(literals) else []


def _is_unreachable(
    goal: Goal, model: ModelFile, premise: Term, engine: Engine, solvers: SolverFactory, budget: Budget
) -> bool:
    """Return whether ``engine`` proves that no run reaches ``premise``."""
    name = next(iter(model.system.bad))
    bad = {name: premise}
    variant = replace(model, system=replace(model.system, bad=bad), bad_spans={name: model.bad_spans[name]})
    question = replace(goal, model=variant, program=program_of(variant))
    found = decide(question, engine, DecisionOptions(), solvers, budget, Statistics(), ignore)
    return isinstance(found.verdict, Safe)


def _is_unsatisfiable(solvers: SolverFactory, *formulas: Term) -> bool:
    with closing(solvers.new()) as solver:
        for formula in formulas:
            solver.add(formula)
        return isinstance(solver.check(purpose="vacuity"), Unsat)
