"""Invariants of cut points: candidates, and the loop that keeps those that are inductive."""
