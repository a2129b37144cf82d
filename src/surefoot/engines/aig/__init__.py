"""Hardware model checking: the control system as a circuit, ABC as the prover.

Read `engine`, `driver` (schedule of ABC's algorithms, and reduction), `abc` (the process),
`evidence` (invariants back in program variables).
"""
