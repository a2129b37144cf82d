"""Memory accesses, object lifetimes, and the static analyses of both.

Reading order: `promotion` (which objects become variables), `accesses`, `devices` and `havoc`,
`definite_assignment` and `initialisation` (uninitialised variables), then lifetimes:
`escape_analysis`, `lifetimes`, `longjmp_lifetimes` and `uninitialised_reuse`.
`frame_conditions` checks assigns clauses, `array_sizes` limits variable-length arrays.
"""
