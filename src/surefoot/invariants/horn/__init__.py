"""Interpretations of relations of Horn clauses: candidates from sample calls, filtered by Houdini."""
