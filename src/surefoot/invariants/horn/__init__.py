"""Formulas that satisfy Horn clauses: guesses from sample calls, and which of them hold."""
