"""Symbolic executor, and the unrolling that runs it.

Read `state`, `executor` (the meaning of statements) with `expressions`, `stepping` (control
flow) with `loops`, `unrolling` (all runs up to a bound), `trace_reading` (from a model
to a run).
"""
