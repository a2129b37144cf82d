"""Quantified invariants of locations about arrays and summarised heap objects.

Read `candidates` (with `facts`, `positions`, `vocabulary`), `instances`, `houdini`, `reduction` and
`finding`; then for summarised heap objects `pools`, `sizes`, `narrowing` and `pool_search`.
"""
