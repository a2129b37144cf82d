"""Inputs of concrete runs: sampled, taken from a dictionary, mutated."""
