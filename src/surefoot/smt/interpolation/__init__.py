"""Craig interpolants of sequences and graphs of formulas.

Read `contracts` (definitions), `routing` (order of the methods), `checking` (validation), then
the methods: `by_theory`, `cubes`, `graph_as_sequence`, `horn`.
"""
