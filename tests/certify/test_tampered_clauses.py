"""Tampered solutions of Horn clauses and tampered derivations are rejected."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.horn_systems import LINEAR, NON_LINEAR, HornCase
from surefoot.base.budget import Budget
from surefoot.certify.judge import judge
from surefoot.certify.kernel.finding import Accepted, Rejected
from surefoot.certify.kernel.horn_solutions import check_solution
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.evidence.certificates import Defined, HornSolution
from surefoot.evidence.claims import ClaimsSafe, ClaimsUnsafe, Goal, Why
from surefoot.logic import FALSE, TRUE, ArrayValue, Value, int_constant
from surefoot.logic.horn import Derivation, DerivationStep, without_repetition, wrong_step
from surefoot.program.properties import ASSERTIONS
from surefoot.program.trace import Chosen, Trace
from surefoot.smt.registry import SolverFactory
from surefoot.systems.formats.horn_reader import read_horn
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.program import derivation_of, horn_program, trace_of
from surefoot.verify import api

CASES = {case.name: case for case in (*LINEAR, *NON_LINEAR)}
SATISFIABLE = ("counter sat", "chain sat", "mccarthy sat", "words sat")
UNSATISFIABLE = ("counter unsat", "cells unsat", "mccarthy unsat", "trees unsat", "words unsat", "cases unsat")


def file_of(case: HornCase) -> HornFile:
    return read_horn(case.text, case.name)


def verdict_of(case: HornCase, folder: Path) -> object:
    path = folder / "clauses.smt2"
    path.write_text(case.text)
    return api.check(path, engine="horn", time_limit=60).verdict


def solution_of(case: HornCase, folder: Path) -> HornSolution:
    verdict = verdict_of(case, folder)
    assert isinstance(verdict, Safe) and isinstance(verdict.certificate, HornSolution)
    return verdict.certificate


def derivation_in(case: HornCase, folder: Path) -> Derivation:
    verdict = verdict_of(case, folder)
    assert isinstance(verdict, Unsafe)
    file = file_of(case)
    return without_repetition(file.system, derivation_of(file, verdict.trace))


def found(case: HornCase, solution: HornSolution) -> object:
    return check_solution(file_of(case), solution, SolverFactory(), Budget.seconds(60))


@pytest.mark.parametrize("name", SATISFIABLE)
def test_trivial_solutions_are_rejected(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    solution = solution_of(case, tmp_path)
    assert isinstance(found(case, solution), Accepted)
    for relation, defined in solution.relations.items():
        for formula in (TRUE, FALSE):
            tampered = {**solution.relations, relation: replace(defined, formula=formula)}
            finding = found(case, replace(solution, relations=tampered))
            assert isinstance(finding, Rejected) and "violates the clause at" in finding.reason


def test_solutions_over_other_symbols_are_rejected(tmp_path: Path) -> None:
    case = CASES["counter sat"]
    solution = solution_of(case, tmp_path)
    own = solution.relations["inv"]
    number = int_constant(3)
    other = solution_of(CASES["twins sat"], tmp_path).relations["inv"]
    for relations in (
        {},
        {"else": own},
        {"inv": Defined(other.parameters, own.formula)},
        {"inv": Defined(own.parameters, other.formula)},
        {"inv": Defined(own.parameters, number)},
    ):
        assert isinstance(found(case, replace(solution, relations=relations)), Rejected)


def test_judge_requires_a_solution_of_the_given_clauses(tmp_path: Path) -> None:
    """A claimed solution of the unsatisfiable twin is refused, independent of its source."""
    solution = solution_of(CASES["counter sat"], tmp_path)
    file = file_of(CASES["counter unsat"])
    goal = Goal(horn_program(file), ASSERTIONS, file)
    for solver in ("z3", "bitwuzla", "no solver"):
        claim = ClaimsSafe(replace(solution, solver=solver))
        verdict = judge(claim, goal, (), SolverFactory(main="z3"), Budget.seconds(60))
        assert isinstance(verdict, Unknown) and verdict.why is Why.REJECTED


@pytest.mark.parametrize("name", UNSATISFIABLE)
def test_each_change_of_a_derivation_is_detected(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    system = file_of(case).system
    derivation = derivation_in(case, tmp_path)
    assert wrong_step(system, derivation) is None
    assert wrong_step(system, Derivation(())) is not None
    assert wrong_step(system, Derivation(derivation.steps[:-1])) is not None
    assert wrong_step(system, Derivation(derivation.steps[1:])) is not None
    for number, step in enumerate(derivation.steps):
        for tampered in _tampered(step, len(system.clauses)):
            changed = Derivation((*derivation.steps[:number], tampered, *derivation.steps[number + 1 :]))
            assert wrong_step(system, changed) is not None, f"step {number + 1} became {tampered}"


def _tampered(step: DerivationStep, clauses: int) -> Iterator[DerivationStep]:
    yield replace(step, clause=(step.clause + 1) % clauses)
    yield replace(step, clause=clauses)
    yield replace(step, premises=(*step.premises, 0))
    if step.premises:
        yield replace(step, premises=step.premises[1:])
        yield replace(step, premises=(len(step.premises) + 10_000,) * len(step.premises))
    for symbol, value in step.values.items():
        yield replace(step, values={each: known for each, known in step.values.items() if each is not symbol})
        if symbol.payload.spelling != "q":  # which of two truth values is false does not matter to their conjunction
            yield replace(step, values={**step.values, symbol: _other(value)})


def _other(value: Value) -> Value:
    match value:
        case bool():
            return not value
        case ArrayValue():
            return value.updated(1000, 1000)
        case int():
            return value + 100 if value < 100 else value - 100
        case _:
            return value


@pytest.mark.parametrize("name", UNSATISFIABLE)
def test_derivations_and_traces_correspond(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    file = file_of(case)
    derivation = derivation_in(case, tmp_path)
    trace = trace_of(file, derivation)
    assert trace is not None
    assert without_repetition(file.system, derivation_of(file, trace)) == derivation


@pytest.mark.parametrize("name", UNSATISFIABLE)
def test_tampered_runs_are_rejected(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    file = file_of(case)
    trace = trace_of(file, derivation_in(case, tmp_path))
    assert trace is not None
    goal = Goal(horn_program(file), ASSERTIONS, file)
    assert isinstance(judge(ClaimsUnsafe(trace), goal, (), SolverFactory(), Budget()), Unsafe)
    for tampered in (Trace({}, {}, ()), Trace({}, {}, trace.choices[:-1]), Trace({}, {}, _flipped(trace))):
        if tampered == trace:
            continue
        verdict = judge(ClaimsUnsafe(tampered), goal, (), SolverFactory(), Budget())
        assert not isinstance(verdict, Safe)
        if isinstance(verdict, Unsafe):  # another run may fail, too: then it has a derivation of its own
            assert wrong_step(file.system, derivation_of(file, tampered)) is None


def _flipped(trace: Trace) -> tuple[Chosen, ...]:
    """Return the first choice made otherwise."""
    chosen = [each for each in trace.choices if isinstance(each, Chosen)]
    return (Chosen(_other(chosen[0].value)), *chosen[1:]) if chosen else ()
