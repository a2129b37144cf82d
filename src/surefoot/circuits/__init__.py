"""Circuits: and-inverter graphs, terms as bits, clauses and AIGER files.

Read `graph`, `blasting` (terms as bits) with `words`, `arrays`, `floats` and `float_arithmetic`,
`cnf` (clauses), `truth_tables`, `refutations` (proofs of SAT solvers), then `aiger` and
`sequential`.
"""
