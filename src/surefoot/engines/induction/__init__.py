"""Induction over control systems, for all engines: `strengthening` finds invariants,
`inductive_step` queries, `evidence` claims.
"""
