"""Parts of IC3-CEGAR: lifting, abstraction, mining and refinement."""

from contextlib import closing

import pytest

from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SwitchedSolver, SystemSolvers
from surefoot.engines.cegar.abstraction import PredicateAbstraction
from surefoot.engines.cegar.configuration import CegarConfiguration, PredicateSource
from surefoot.engines.cegar.mining import StateMining, equations_of, mined
from surefoot.engines.cegar.predicates import AssignmentDomain, Lattice, Predicates, initial_predicates, predicates_of
from surefoot.engines.cegar.refinement import PredicateRefinement
from surefoot.engines.ic3.consecution import Consecution, Excluded, Predecessor, WeakestPreconditions
from surefoot.engines.ic3.frames import Frames
from surefoot.engines.ic3.lifting import Lifting
from surefoot.logic import (
    TRUE,
    Evaluator,
    Symbol,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvslt,
    eq,
    not_,
    or_,
    variable,
    variables_of,
)
from surefoot.smt.contracts import NoAnswer, Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

SOLVERS = SolverFactory(check_models=True)
ONE = bv(1, 8)


def number(name: str, kind: SymbolKind = SymbolKind.STATE) -> Term:
    return variable(Symbol(kind, name, 0, name), bit_vector(8))


A, B, C = number("a"), number("b"), number("c")
INPUT = number("input", SymbolKind.CHOICE)


def count(value: int) -> Term:
    return bv(value % 256, 8)


def is_(symbol: Term, value: int) -> Term:
    return eq(symbol, count(value))


def state(**values: int) -> Evaluator:
    return Evaluator(lambda symbol: values.get(str(symbol.payload), 0) % 256)


def looping(update: dict[Term, Term], guard: Term = TRUE, start: int = 0) -> ControlSystem:
    """Return a loop at ``head`` that fails where a is 99."""
    return system_of(
        [
            Edge(ENTRY, "head", TRUE, dict.fromkeys(update, count(start))),
            Edge("head", "head", and_(guard, not_(is_(A, 99))), update),
            Edge("head", error(), is_(A, 99)),
        ]
    )


class TestLifting:
    def test_irrelevant_values_are_dropped(self) -> None:
        """Where a is positive the run continues, else it fails, for any value of b."""
        system = looping({A: bvadd(A, ONE), B: B}, bvslt(count(0), A))
        with closing(Lifting(SystemSolvers(system, SOLVERS), AssignmentDomain(system))) as lifting:
            cube = lifting.cube(
                "head", and_(not_(bvslt(count(0), A)), or_(is_(B, 3), bvslt(A, count(0)))), state(a=-1, b=7)
            )
        assert cube == (is_(A, -1),)

    def test_values_chosen_by_the_step_are_dropped(self) -> None:
        """b is constant and a becomes an input: a = 3 and b = 0 afterwards requires b = 0 before."""
        system = looping({A: INPUT, B: B})
        edge = system.edges_from("head")[0]
        reached = WeakestPreconditions(system).of(edge, and_(is_(A, 3), is_(B, 0)))
        with closing(Lifting(SystemSolvers(system, SOLVERS), AssignmentDomain(system))) as lifting:
            assert lifting.cube("head", reached, state(a=77, b=0, input=3)) == (is_(B, 0),)


class TestAbstraction:
    def abstraction(self, *predicates: Term) -> PredicateAbstraction:
        system = looping({A: A, B: B, C: C})
        known = Predicates()
        for each in predicates:
            known.add("head", each)
        return PredicateAbstraction(system, known, SwitchedSolver(system, SOLVERS.new()))

    def test_states_with_equal_predicates_are_equal(self) -> None:
        abstraction = self.abstraction(bvslt(A, count(4)), bvslt(B, count(5)))
        cubes = [abstraction.cartesian("head", (is_(A, 0), is_(B, b), is_(C, 7))) for b in (0, 1)]
        assert cubes[0] == cubes[1] == (bvslt(A, count(4)), bvslt(B, count(5)))
        assert abstraction.cartesian("head", (is_(A, 4),)) == (not_(bvslt(A, count(4))),)

    def test_predicates_over_other_symbols_are_ignored(self) -> None:
        assert self.abstraction(bvslt(A, count(4))).cartesian("head", (is_(B, 0),)) == ()

    def test_cubes_that_are_no_assignments_need_a_solver(self) -> None:
        abstraction = self.abstraction(bvslt(A, count(4)), bvslt(A, count(2)))
        assert abstraction.cartesian("head", (bvslt(A, count(3)),)) == (bvslt(A, count(4)),)

    def test_enumeration_lists_all_possible_combinations(self) -> None:
        """With a = 0 known, b and a compare in three ways."""
        less, more = bvslt(A, B), bvslt(B, A)
        parts = self.abstraction(less, more).parts("head", (is_(A, 0),))
        assert parts is not None
        found = set()
        while (part := parts.following()) is not None:
            found.add(part)
            parts.cover(part)
        assert found == {(less, not_(more)), (not_(less), more), (not_(less), not_(more))}

    def test_cover_ends_the_enumeration(self) -> None:
        parts = self.abstraction(bvslt(A, B)).parts("head", (is_(A, 0),))
        assert parts is not None
        parts.cover(())
        assert parts.following() is None


class TestPredicates:
    def test_equations_are_two_inequalities(self) -> None:
        split = list(predicates_of(eq(A, B), keeps_equations=False))
        assert split == [bvslt(B, A), bvslt(A, B)]
        assert next(iter(predicates_of(eq(A, B), keeps_equations=True))) is eq(A, B)

    def test_predicate_and_its_negation_are_one(self) -> None:
        predicates = Predicates()
        assert predicates.add("head", and_(bvslt(A, B), not_(bvslt(B, C))))
        assert not predicates.add("head", not_(bvslt(A, B)))
        assert predicates.at("head") == (bvslt(A, B), bvslt(B, C))

    def test_conditions_and_pairs_are_initial_predicates(self) -> None:
        system = looping({A: bvadd(A, ONE), B: B}, bvslt(A, count(50)))
        found = set(initial_predicates(system, "head"))
        assert {bvslt(A, count(50)), bvslt(A, B), bvslt(B, A), is_(A, 99)} <= found
        assert bvslt(bvadd(A, count(-1)), count(50)) in found

    def test_lattice_orders_predicates_by_strength(self) -> None:
        system = looping({A: A, B: B})
        predicates = Predicates()
        for bound in (2, 4, 9):
            predicates.add("head", bvslt(A, count(bound)))
        with closing(SwitchedSolver(system, SOLVERS.new())) as solver:
            lattice = Lattice(system, predicates, solver)
            assert lattice.weaker(bvslt(A, count(2))) == [bvslt(A, count(9)), bvslt(A, count(4))]
            assert lattice.weaker(not_(bvslt(A, count(9)))) == [not_(bvslt(A, count(2))), not_(bvslt(A, count(4)))]


class TestMining:
    def test_points_on_a_line(self) -> None:
        (equation,) = equations_of([(1, 0), (2, 1), (3, 2)], 3)
        assert equation in {(1, -1, 1), (-1, 1, -1)}

    def test_outlier_is_omitted(self) -> None:
        equations, explained = mined([(1, 0), (2, 1), (7, 7), (3, 2)], 3)
        assert equations == equations_of([(1, 0), (2, 1), (3, 2)], 3)
        assert (7, 7) not in explained

    @pytest.mark.parametrize(
        "points",
        [[(1, 0)], [(1, 0), (2, 1)], [(1,), (2,), (3,)], [(0, 0), (1, 2), (5, 3)], [(0, 0, 1), (1, 5, 2), (9, 3, 4)]],
    )
    def test_points_in_general_position_give_no_predicate(self, points: list[tuple[int, ...]]) -> None:
        """Three points of three dimensions always lie on a plane."""
        assert equations_of(points, 3) == ()

    def test_points_on_a_line_in_space_satisfy_two_equations(self) -> None:
        equations = equations_of([(0, 0, 5), (1, 2, 5), (2, 4, 5)], 3)
        assert len(equations) == 2
        assert all(any(each[1:]) for each in equations)

    def test_large_coefficients_give_no_equations(self) -> None:
        assert equations_of([(0, 0), (100, 1), (200, 2)], 3) == ()

    def test_states_become_predicates(self) -> None:
        mining = StateMining(3)
        found = [list(mining.predicates("head", (is_(A, a), is_(B, a - 1)))) for a in (0, 1, 2)]
        assert found[:2] == [[], []]
        equation = found[2][0]
        assert all(state(a=a, b=a - 1).value(equation) for a in range(256))
        assert not state(a=5, b=5).value(equation)
        assert mining.successes == 1


class TestRefinement:
    def check(self, system: ControlSystem, cube: tuple[Term, ...], *predicates: Term, source: PredicateSource) -> None:
        """The contract of a refinement: what it separates, what it is about, and that the step is no longer spurious."""
        known = Predicates()
        for each in predicates:
            known.add("head", each)
        solver = SwitchedSolver(system, SOLVERS.new())
        abstraction = PredicateAbstraction(system, known, solver)
        with closing(Frames(SystemSolvers(system, SOLVERS), {})) as frames, closing(solver):
            consecution = Consecution(system, frames, WeakestPreconditions(system))
            assert isinstance(consecution.decide("head", cube, 1), Excluded)
            refinement = PredicateRefinement(system, frames, source, SOLVERS, Budget().at_most_cpu(50))
            for _ in system.edges_into("head"):
                found = consecution.decide("head", abstraction.cartesian("head", cube), 1)
                if isinstance(found, Excluded):
                    break
                separating = refinement.separating(found.edge, cube, 1)
                assert not isinstance(separating, NoAnswer)
                assert set(variables_of(separating)) <= set(variables_of(*cube))
                assert isinstance(solver.check([*cube, not_(separating)]), Unsat)
                again = () if found.edge.source == ENTRY else (not_(and_(*cube)),)
                assert isinstance(solver.check([*again, found.edge.guard, found.edge.after(separating)]), Unsat)
                assert known.add("head", separating)
                now = consecution.decide("head", abstraction.cartesian("head", cube), 1)
                assert isinstance(now, Excluded) or now.edge is not found.edge
            assert isinstance(consecution.decide("head", abstraction.cartesian("head", cube), 1), Excluded)

    @pytest.mark.parametrize("source", PredicateSource)
    def test_one_step_is_separated_from_the_obligation(self, source: PredicateSource) -> None:
        system = looping({A: bvadd(A, ONE), B: bvadd(B, ONE)}, bvslt(A, count(20)))
        self.check(system, (is_(A, 90), is_(B, 90)), bvslt(A, B), source=source)

    @pytest.mark.parametrize("source", PredicateSource)
    def test_obligation_with_a_step_into_itself_is_no_livelock(self, source: PredicateSource) -> None:
        """a = 0 is constant while b counts: some step leaves each comparison of both alone, and
        none leaves all together.
        """
        system = looping({A: A, B: bvadd(B, ONE)}, start=1)
        pairs = bvslt(A, B), bvslt(B, A), bvslt(count(0), A), bvslt(A, count(0))
        self.check(system, (is_(A, 0),), *pairs, source=source)


def test_step_into_the_abstraction_is_found_before_refinement() -> None:
    system = looping({A: bvadd(A, ONE), B: B}, bvslt(A, count(20)))
    with closing(Frames(SystemSolvers(system, SOLVERS), {})) as frames:
        consecution = Consecution(system, frames, WeakestPreconditions(system))
        assert isinstance(consecution.decide("head", (not_(bvslt(A, B)),), 1), Predecessor)


def test_configuration_names_are_their_letters() -> None:
    assert [each.value for each in CegarConfiguration] == ["NOOPT", "C", "CG", "CR", "CGR", "CRL", "CGRL"]
    assert [each.value for each in CegarConfiguration if each.is_geometric] == ["CG", "CGR", "CGRL"]
    assert [each.value for each in CegarConfiguration if each.mines] == ["CR", "CGR", "CRL", "CGRL"]
    assert [each.value for each in CegarConfiguration if each.is_lazy] == ["CRL", "CGRL"]
    assert [each.value for each in CegarConfiguration if each.effort.depth == 0] == ["NOOPT"]
