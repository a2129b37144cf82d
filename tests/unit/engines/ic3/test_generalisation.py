"""Lifting, consecution and generalisation of cubes against enumeration of all states."""

import random
from contextlib import closing
from dataclasses import dataclass
from itertools import product

import pytest

from corpus.random_systems import RandomSystems, State, number, satisfies, starts, states_of, steps
from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.ic3.consecution import Consecution, Excluded, Predecessor, WeakestPreconditions
from surefoot.engines.ic3.domain import Cube, JustifiedDomain
from surefoot.engines.ic3.frames import ALWAYS, BlockedCube, Frames
from surefoot.engines.ic3.generalisation import Effort, Generalisation
from surefoot.engines.ic3.lifting import Lifting
from surefoot.invariants.justification import justification
from surefoot.logic import TRUE, Evaluator, Op, Term, Value, bv, bvadd, bvule, bvult, eq, evaluate, variables_of
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

SOLVERS = SolverFactory(check_models=True)
SYSTEMS = RandomSystems(2, ("a", "b"), has_parameter=True)
NUMBERS = range(4)
LAST = 3


def assignment(symbols: tuple[Term, ...], generator: random.Random) -> dict[Term, Value]:
    return {symbol: generator.choice(NUMBERS) for symbol in symbols}


def all_assignments(symbols: tuple[Term, ...]) -> list[dict[Term, Value]]:
    return [dict(zip(symbols, values, strict=True)) for values in product(NUMBERS, repeat=len(symbols))]


@pytest.mark.parametrize("seed", range(30))
def test_lifted_cubes_contain_the_state_and_have_its_successor(seed: int) -> None:
    generator = random.Random(seed)
    system = SYSTEMS.make(seed)
    location = system.location("a")
    own = (*system.parameters, *location.symbols)
    formula = SYSTEMS.formula(generator, 3, (*own, *location.inputs))
    with closing(Lifting(SystemSolvers(system, SOLVERS), JustifiedDomain(system))) as lifting:
        for _ in range(10):
            here, inputs = assignment(own, generator), assignment(location.inputs, generator)
            state = Evaluator({**here, **inputs}.__getitem__)
            if not state.value(formula):
                continue
            cube = lifting.cube("a", formula, state)
            assert set(variables_of(*cube)) <= set(own)
            assert all(state.value(literal) for literal in cube)
            for other in all_assignments(own):
                is_inside = all(evaluate(literal, other) for literal in cube)
                is_start = all(evaluate(fact.formula, other) for fact in system.facts)
                if is_inside and is_start:
                    assert evaluate(formula, {**other, **inputs})


@pytest.mark.parametrize("seed", range(60))
def test_justification_holds_and_suffices(seed: int) -> None:
    generator = random.Random(seed)
    location = SYSTEMS.make(seed).location("a")
    symbols, inputs = location.symbols, location.inputs
    formula = SYSTEMS.formula(generator, 3, (*symbols, *inputs))
    for here in all_assignments((*symbols, *inputs)):
        if evaluate(formula, here):
            literals = justification(formula, Evaluator(here.__getitem__), set(symbols).__contains__)
            assert all(evaluate(literal, here) for literal in literals)
            for other in all_assignments(symbols):
                if all(evaluate(literal, other) for literal in literals):
                    assert evaluate(formula, {**here, **other})


@dataclass
class Situation:
    """A system with some clauses in its frames, and a cube."""

    system: ControlSystem
    frames: Frames
    name: str
    cube: Cube

    @classmethod
    def make(cls, seed: int) -> "Situation":
        generator = random.Random(seed)
        system = SYSTEMS.make(seed)
        frames = Frames(SystemSolvers(system, SOLVERS), {})
        for name, level in product(system.names, range(1, LAST + 1)):
            cube = cls.some_cube(generator, system, name)
            if cube:
                frames.at(name).add(BlockedCube(name, cube, level))
        name = generator.choice(system.names)
        return cls(system, frames, name, cls.some_cube(generator, system, name))

    @staticmethod
    def some_cube(generator: random.Random, system: ControlSystem, name: str) -> Cube:
        symbols = (*system.parameters, *system.location(name).symbols)
        here = assignment(symbols, generator)
        formulas = dict.fromkeys(SYSTEMS.formula(generator, 0, symbols) for _ in range(12))
        telling = [each for each in formulas if each.args]
        return tuple(each for each in telling if evaluate(each, here))[:4]

    def frame(self, level: int) -> list[State]:
        """Return the states of all frames of ``level``."""
        clauses = self.frames.above(level - 1)
        begun = starts(self.system)
        parameters = {given for _, given, _ in begun}
        inside = (
            state
            for name in self.system.names
            for state in states_of(self.system, name)
            if level > 0 and state[1] in parameters and satisfies(self.system, state, clauses[name])
        )
        return [*begun, *inside]

    def leads_into(self, cube: Cube, level: int) -> bool:
        """Return whether a step leads from frame ``level`` and from outside of ``cube`` into it."""
        return any(
            after is not None and after[0] == self.name and satisfies(self.system, after, cube)
            for state in self.frame(level)
            if state[0] != self.name or not satisfies(self.system, state, cube)
            for _, after in steps(self.system, state)
        )


@pytest.mark.parametrize("seed", range(40))
def test_consecution_agrees_with_brute_force(seed: int) -> None:
    situation = Situation.make(seed)
    system, name, cube = situation.system, situation.name, situation.cube
    with closing(situation.frames):
        consecution = Consecution(system, situation.frames, WeakestPreconditions(system))
        for level in (0, 1, 2, 3, ALWAYS):
            found = consecution.decide(name, cube, level)
            assert isinstance(found, Predecessor) == situation.leads_into(cube, level)
            if isinstance(found, Predecessor):
                assert found.state.value(found.reached)
                again = consecution.decide(name, cube, level, found.reasons)
                assert isinstance(again, Predecessor) and again.edge is found.edge
                assert again.reasons == found.reasons
                continue
            assert found.frame >= level
            needed = found.needed(cube)
            assert set(needed) <= set(cube)
            for later in (level, min(found.frame, LAST + 1)):
                assert not situation.leads_into(needed, later)
                assert isinstance(consecution.decide(name, needed, later, found.reasons), Excluded)


@pytest.mark.parametrize("effort", [Effort(depth=0), Effort(), Effort(2, 4, 4)], ids=["plain", "usual", "deep"])
@pytest.mark.parametrize("seed", range(40, 80))
def test_generalised_cubes_contain_the_cube_and_are_excluded(seed: int, effort: Effort) -> None:
    situation = Situation.make(seed)
    system, name, cube = situation.system, situation.name, situation.cube
    domain = JustifiedDomain(system)
    with closing(situation.frames), closing(Lifting(SystemSolvers(system, SOLVERS), domain)) as lifting:
        consecution = Consecution(system, situation.frames, WeakestPreconditions(system))
        work = Generalisation(domain, situation.frames, consecution, lifting, effort, Budget.seconds(30))
        for level in range(LAST):
            found = consecution.decide(name, cube, level)
            if isinstance(found, Excluded):
                blocked = work.blocked(name, cube, found, LAST)
                assert blocked.name == name
                assert set(blocked.cube) <= set(cube)
                assert blocked.level > level
                assert not situation.leads_into(blocked.cube, min(blocked.level, LAST + 2) - 1)


class Halves(JustifiedDomain):
    """Equations may be weakened to inequalities."""

    def weaker(self, literal: Term) -> tuple[Term, ...]:
        return (bvule(*literal.args),) if literal.op is Op.EQ else ()


def test_necessary_literal_is_weakened() -> None:
    """x is 2 at first and never decreases, so x = 1 is unreachable, and so is x <= 1."""
    x, y = number("x", 3), number("y", 3)
    system = system_of(
        [
            Edge(ENTRY, "head", TRUE, {x: bv(2, 3), y: bv(0, 3)}),
            Edge("head", "head", bvult(x, bv(6, 3)), {x: bvadd(x, bv(1, 3)), y: y}),
            Edge("head", error(), eq(x, bv(1, 3))),
        ]
    )
    domain = Halves(system)
    with (
        closing(Frames(SystemSolvers(system, SOLVERS), {})) as frames,
        closing(Lifting(SystemSolvers(system, SOLVERS), domain)) as lifting,
    ):
        consecution = Consecution(system, frames, WeakestPreconditions(system))
        work = Generalisation(domain, frames, consecution, lifting, Effort(), Budget.seconds(30))
        cube = (eq(x, bv(1, 3)),)
        found = consecution.decide("head", cube, 0)
        assert isinstance(found, Excluded)
        blocked = work.blocked("head", cube, found, LAST)
        assert (blocked.cube, blocked.level) == ((bvule(x, bv(1, 3)),), 1)


def test_entry_has_no_frames() -> None:
    system = SYSTEMS.make(0)
    with closing(Frames(SystemSolvers(system, SOLVERS), {})) as frames:
        assert list(frames.at(ENTRY)) == []
        assert frames.above(0) == {"a": (), "b": ()}
