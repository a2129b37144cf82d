"""Row R of the acceptance list of {P}S{Q}: circuits reduced by ABC have equal verdicts, and their
bad runs replay.
"""

from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of
from corpus.loop_twins import STATE_MACHINE
from corpus.small_goals import COUNT_TO_NINE, COUNT_TO_TEN, goal_for
from surefoot.base.budget import Budget
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Unsafe
from surefoot.circuits import aiger
from surefoot.engines.aig import abc
from surefoot.engines.searches import claim_about
from surefoot.evidence.claims import Goal
from surefoot.frontend.j.bounds import Bounds
from surefoot.frontend.j.program import load_j
from surefoot.program.properties import DEFAULT_OF_J
from surefoot.smt.registry import SolverFactory
from surefoot.systems.transitions.sequential import SequentialSystem

SOLVERS = SolverFactory(check_models=True)
REDUCE = "balance; zero; scorr"
SCRIPTS = ("pdr", f"{REDUCE}; dprove", f"{REDUCE}; dc2; scorr; dc2; dprove", "dprove")
SEARCH = """
int search(int[] a, int d) {{
  for (int i = 0; i < MAXSIZE; i++) {{ if (a[i] == d) {{ return i; }} }}
  return {missing};
  @post p {{ rv == -1 ? (forall (i [0 .. MAXSIZE - 1]) {{ a[i] != d }}) : a[rv] == d }}
}}
"""


def goal_of(text: str, folder: Path) -> Goal:
    if "@post" not in text:
        return goal_for(text, folder)
    path = folder / "program.j"
    path.write_text(text)
    return Goal(load_j(path, DEFAULT_OF_J, bounds=Bounds(bits=3, elements=2)), DEFAULT_OF_J)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SEARCH.format(missing="-1"), abc.CircuitProved),
        (SEARCH.format(missing="0"), abc.CircuitFalsified),
        (STATE_MACHINE % ">", abc.CircuitProved),
        (STATE_MACHINE % ">=", abc.CircuitFalsified),
        (COUNT_TO_TEN, abc.CircuitProved),
        (COUNT_TO_NINE, abc.CircuitFalsified),
    ],
    ids=["search", "wrong search", "machine", "wrong machine", "ten", "nine"],
)
def test_a_reduced_circuit_has_the_same_verdict(text: str, expected: type, tmp_path: Path) -> None:
    goal = goal_of(text, tmp_path)
    encoding = encoding_of(goal)
    sequential = SequentialSystem(encoding.system)
    (tmp_path / abc.CIRCUIT).write_bytes(aiger.write(sequential.circuit))
    prover = abc.Abc(tmp_path)
    for script in SCRIPTS:
        found = prover.decide(script, 20, Budget())
        assert isinstance(found, expected), script
        if isinstance(found, abc.CircuitFalsified):
            claim = claim_about(sequential.run(found.inputs), encoding)
            assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), Unsafe), script
