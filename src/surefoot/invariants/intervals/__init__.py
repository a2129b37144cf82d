"""Interval analysis of cut points: ranges of numbers that seem to hold whenever a run is there.

`domain` has the abstract values, `bitvectors` and `floats` what operators do to them, `evaluation` the value of a term, `refinement` what a
condition says about its parts, and `fixpoint` the ranges at cut points. Nothing here is believed: the ranges are candidates that
`analysis.houdini` checks with a solver.
"""
