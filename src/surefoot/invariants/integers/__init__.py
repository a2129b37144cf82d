"""Integers as a guess: a view of a control system in which numbers do not wrap around, and the way back for what is found there."""
