"""Formulas from formulas: equivalent, implied or equisatisfiable ones that are easier to decide."""
