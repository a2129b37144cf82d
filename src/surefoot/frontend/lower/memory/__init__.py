"""Memory accesses, object lifetimes, and the static analyses of both.

Reading order: `promotion` (which objects become variables), `accesses` and `devices`,
`definite_assignment` and `initialisation_checks` (uninitialised variables), then lifetimes:
`escape_analysis`, `lifetimes`, `vla_lifetimes`, `longjmp_lifetimes`, `uninitialised_reuse`;
`frame_conditions` checks assigns clauses.
"""
