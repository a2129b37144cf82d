"""Satisfiability modulo theories: one contract for all solvers, and answers that carry their
evidence.

Solvers are the libraries bitwuzla, z3 and cvc5, and two of the project: `adapters.bits`
(bit-blasting and a SAT solver) and `adapters.boxes` (intervals of floats). Read `contracts`,
`registry`, `model_checking`, `recording`, `statistics`; then the package `adapters`.
"""

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
