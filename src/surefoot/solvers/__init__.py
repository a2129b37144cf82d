"""Satisfiability: one contract, four libraries, answers that carry their evidence."""

from surefoot.solvers.checked import CheckedSolver, WrongModel
from surefoot.solvers.contracts import Answer, Limits, Model, NoAnswer, Sat, Solver, Unsat, Use
from surefoot.solvers.recorded import RecordedSolver, Recorder
from surefoot.solvers.registry import SOLVERS, SolverFactory, open_solver
from surefoot.solvers.statistics import PurposeStatistics, QueryStatistics

__all__ = [
    "SOLVERS",
    "Answer",
    "CheckedSolver",
    "Limits",
    "Model",
    "NoAnswer",
    "PurposeStatistics",
    "QueryStatistics",
    "RecordedSolver",
    "Recorder",
    "Sat",
    "Solver",
    "SolverFactory",
    "Unsat",
    "Use",
    "WrongModel",
    "open_solver",
]
