"""Transition systems with one state vector, as model checkers for hardware have them, and models as programs."""
