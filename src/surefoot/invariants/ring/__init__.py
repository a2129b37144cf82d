"""Invariants in the ring of integers modulo ``2**width``: polynomial equations, and linear ones
beside them.
"""
