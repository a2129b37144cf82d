"""Proof obligations: from a formula that must be unsatisfiable to a result with evidence, one tactic a file."""
