"""Refutation by the analyser's constraints: the thesis's examples, and what its printed algorithm
gets wrong.
"""

import pytest

from limits import override
from surefoot.program.program import DataModel
from surefoot.smt.registry import SOLVERS
from surefoot.triage.constraints import decided_by_constraints, path_constraints
from surefoot.triage.exploded_graph import exploded_graph
from surefoot.triage.limits import LIMITS
from surefoot.triage.reports import AnalyserReport, ReportedRegion
from surefoot.triage.symbols import NotEncoded, SymbolEncoder

State = dict[str, str]
A = "reg_$9<unsigned int a>"
X, Y = "reg_$1<int x>", "reg_$2<int y>"
FIGURE = {f"({A}) & 1U": "{ [1, 1] }", f"(({A}) & 1U) ^ 1U": "{ [1, 4294967295] }"}
"""Constraints of Figure 5.1 of M. R. Gadelha's thesis, as clang 22 prints them."""


def refuted(*states: State, solver: str = "bitwuzla") -> bool:
    """Return whether the path with these states, the last one first, is refuted."""
    return decided_by_constraints([states], DataModel.LP64, solver)["verdict"] == "path-refuted-under-assumptions"


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_figure_is_refuted_by_every_solver(solver: str) -> None:
    assert refuted(FIGURE, solver=solver)
    assert not refuted({f"({A}) & 1U": "{ [1, 1] }", f"(({A}) & 2U) ^ 2U": "{ [1, 4294967295] }"}, solver=solver)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({f"({X}) % 2": "{ [1, 1] }", f"({X}) & 1": "{ [0, 0] }"}, True),
        ({f"({X}) % 2": "{ [-1, -1] }", f"({X}) & 1": "{ [1, 1] }"}, False),
        ({f"({X}) * ({Y})": "{ [7, 7] }", f"({X}) & 1": "{ [0, 0] }"}, True),
        ({f"({X}) * ({Y})": "{ [6, 6] }", f"({X}) & 1": "{ [0, 0] }"}, False),
        ({f"({X}) + ({Y})": "{ [3, 3] }", f"({Y}) - 4": "{ [0, 0] }", X: "{ [0, 2147483647] }"}, True),
        ({f"({X}) < ({Y})": "{ [1, 1] }", f"({Y}) < ({X})": "{ [1, 1] }"}, True),
        ({f"({X}) < ({Y})": "{ [0, 0] }", f"({Y}) < ({X})": "{ [0, 0] }"}, False),
        ({f"({X}) << 1": "{ [5, 5] }"}, True),
        ({f"-{X}": "{ [-2147483648, -1] }", f"~{X}": "{ [0, 2147483647] }", X: "{ [0, 2147483647] }"}, True),
        ({f"1 - ({X})": "{ [0, 0] }", X: "{ [2, 9] }"}, True),
    ],
)
def test_arithmetic_is_exact(state: State, expected: bool) -> None:
    assert refuted(state) is expected


def test_casts_truncate() -> None:
    """As printed, the algorithm takes a value and its truncation for one symbol, which is unsound."""
    assert not refuted({f"(int) ((char) ({X}))": "{ [5, 5] }", X: "{ [261, 261] }"})
    assert refuted({f"(int) ((char) ({X}))": "{ [5, 5] }", X: "{ [260, 260] }"})


def test_operands_have_the_conversions_of_c() -> None:
    """As printed, the algorithm compares bit-vectors of different widths."""
    small, long = "reg_$3<unsigned char c>", "reg_$4<unsigned long n>"
    assert refuted({f"((int) ({small})) + 1": "{ [0, 0] }"})
    assert refuted({f"({long}) + 1U": "{ [0, 0] }", long: "{ [0, 4294967295] }"})
    assert not refuted({f"({long}) + 1U": "{ [0, 0] }"})
    assert not refuted({f"({A}) < ({X})": "{ [1, 1] }", A: "{ [5, 5] }", X: "{ [-1, -1] }"})


def test_ranges_are_unions_of_intervals() -> None:
    """The hull of the intervals, as printed, contains 2, so that the path would be kept."""
    assert refuted({X: "{ [1, 1], [3, 3] }", f"({X}) % 2": "{ [0, 0] }"})


def test_constraints_nearer_to_the_report_replace_earlier_ones() -> None:
    states = ({X: "{ [4, 4] }"}, {X: "{ [0, 9] }"}, {X: "{ [0, 9] }"}, {Y: "{ [1, 1] }"})
    found = path_constraints(states, DataModel.LP64)
    assert (len(found.formulas), found.skipped, found.not_encoded) == (2, 2, 0)
    assert str(found) == "2 constraints, 6 terms, 2 weaker ones skipped"


@pytest.mark.parametrize(
    "symbol",
    [
        "reg_$1<double d>",
        "reg_$1<mystery_t m>",
        "derived_$2{conj_$1{int, LC1, S5, #1},x}",
        f"({X}) >> ({Y})",
        "(reg_$1<int * p>) - (reg_$2<int * q>)",
        f"(double) ({X})",
    ],
)
def test_what_cannot_be_encoded_is_left_out(symbol: str) -> None:
    with pytest.raises(NotEncoded):
        SymbolEncoder(DataModel.LP64).in_range(symbol, "{ [0, 0] }")
    assert not refuted({symbol: "{ [1, 1] }", X: "{ [2, 2] }"})


def test_bounds_that_do_not_fit_the_type_are_left_out() -> None:
    assert not refuted({X: "{ [1, 4294967295] }", Y: "{ [0, 0] }"})


def test_pointers_have_the_width_of_the_data_model() -> None:
    pointer = {"reg_$1<struct s * p>": "{ [4294967296, 4294967296] }"}
    assert len(path_constraints([pointer], DataModel.LP64).formulas) == 1
    assert len(path_constraints([pointer], DataModel.ILP32).formulas) == 0


def test_a_path_stays_if_the_solver_gives_up() -> None:
    hard = {f"(({X}) * ({X})) * ({Y})": "{ [1234567891, 1234567891] }", f"({X}) * ({Y})": "{ [77777, 77777] }"}
    with override(LIMITS, constraint_seconds=0.0):
        assert not refuted(hard)


def test_every_path_to_the_place_has_to_be_refuted() -> None:
    feasible = {X: "{ [1, 1] }"}
    assert decided_by_constraints([[FIGURE], [feasible]], DataModel.LP64, "bits")["verdict"] == "undecided"
    assert decided_by_constraints([], DataModel.LP64, "bits")["verdict"] == "undecided"


def test_the_shortest_path_through_the_graph_counts() -> None:
    def node(number: int, line: int, symbol: str, *, has_report: bool = False) -> str:
        place = f'\\{{ \\"line\\": {line}, \\"column\\": 3, \\"file\\": \\"a.c\\" \\}}'
        point = f'\\{{ \\"kind\\": \\"Statement\\", \\"location\\": {place}, \\"has_report\\": {int(has_report)} \\}}'
        known = f'[ \\{{ \\"symbol\\": \\"{symbol}\\", \\"range\\": \\"\\{{ [1, 1] \\}}\\" \\}} ]'
        text = f'\\{{ \\"program_points\\": [ {point} ],\\l\\"program_state\\": \\{{ \\"constraints\\": {known} \\}} \\}}\\l'
        return f'Node0x{number} [shape=record,label="{{{text}}}"];'

    nodes = [node(1, 1, "s"), node(2, 2, "l"), node(3, 2, "b"), node(4, 3, "a \\< 1", has_report=True)]
    edges = [f"Node0x{a} -> Node0x{b};" for a, b in ((1, 2), (2, 3), (3, 4), (1, 3))]
    graph = exploded_graph("\n".join([*nodes, *edges]))
    report = AnalyserReport("r", "m", "a.c", ReportedRegion(3, 1, 3, 9))
    (path,) = graph.paths_to(report)
    assert [[*each] for each in path] == [["a < 1"], ["b"], ["s"]]
    assert graph.paths_to(AnalyserReport("r", "m", "a.c", ReportedRegion(2, 1, 2, 9))) == []
