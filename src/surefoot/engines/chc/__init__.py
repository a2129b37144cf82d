"""Engines on constrained Horn clauses.

Read `horn` (clauses from files), `unfolding` (derivations of false), `spacer` with
`integer_candidates` (clauses of control systems), `summaries` (procedure summaries).
"""
