"""Interval analysis of locations: candidate ranges of their state variables.

`fixpoint` computes the ranges, `formulas` turns them into candidates, `thresholds` has the bounds
at which ranges are widened. The abstract domain is in `surefoot.logic.intervals`. Ranges are
candidates that Houdini checks.
"""
