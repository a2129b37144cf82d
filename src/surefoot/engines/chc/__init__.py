"""Engines on constrained Horn clauses: Spacer, unfolding, and procedure summaries."""
