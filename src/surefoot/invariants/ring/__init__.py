"""Reasoning in the ring of integers modulo ``2**width``, which is what C's unsigned and wrapping arithmetic computes in."""
