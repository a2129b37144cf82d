"""Encoding of programs as Horn clauses with procedure summaries, and shared function bodies.

Read `points` and `graph` (procedures cut at calls and loop heads), `system` (their
clauses), then `call_sites` and `shared_bodies` (one body for all call sites of a function).
"""
