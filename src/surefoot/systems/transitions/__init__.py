"""Transition systems with one state vector, as in hardware model checking, and models as programs."""
