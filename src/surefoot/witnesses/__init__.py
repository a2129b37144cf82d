"""Witnesses of verdicts in the exchange format of software verifiers (YAML, versions 2.0 and 2.1).

`document` has the parts of a witness, `linter` reads one and refuses what is not in the format,
`writing` makes one from a report. `validation` decides whether a witness is right: `instrument`
turns invariants into checks and waypoints into a counter of passed segments, `expressions` refuses
expressions with side effects, and the pipeline checks the instrumented program. `hints` uses the
invariants of a witness in a check. `specifications`
relates formulas of the competition to kinds of checks.
"""
