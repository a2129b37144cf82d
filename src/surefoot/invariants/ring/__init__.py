"""Invariants in the ring of integers modulo ``2**width``: polynomial equations, and linear ones
beside them.

Read `sampled` (equations that hold in samples), `search` (inductive ones), then
`linear_invariants`.
"""
