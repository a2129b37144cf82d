"""Satisfiability: one contract, four libraries, answers that carry their evidence."""

from surefoot.smt.contracts import Answer, Limits, Model, NoAnswer, Sat, Solver, Unsat, Use
from surefoot.smt.model_checking import CheckedSolver, WrongModel
from surefoot.smt.recording import RecordedSolver, Recorder
from surefoot.smt.registry import SOLVERS, SolverFactory, open_solver
from surefoot.smt.statistics import PurposeStatistics, QueryStatistics

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
