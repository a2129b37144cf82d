"""Satisfiability modulo theories: one contract for all solvers, and answers that carry their
evidence.

Solvers are the libraries bitwuzla, z3 and cvc5, and two of the project: `adapters.bits`
(bit-blasting and a SAT solver) and `adapters.boxes` (intervals of floats). Read `contracts`,
`registry`, `model_checking`, `recording`, `statistics`; then the packages `adapters` and
`interpolation`.
"""
