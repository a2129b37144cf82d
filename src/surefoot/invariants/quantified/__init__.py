"""Universally quantified invariants of locations: guesses, and which of them are inductive."""
