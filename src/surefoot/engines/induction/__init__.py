"""Induction over control systems. Read `engine` (k-induction with growing k), `inductive_step`
(queries), `strengthening` (finds invariants) and `evidence` (claims), which other engines use, too;
then `bidirectional` (failed steps become targets).
"""
