"""Judge of claims: the only maker of verdicts. It trusts no engine, only evidence that it checked.

Read `judge`, then `judge_proofs` and `judge_alarms`, and for termination `judge_termination` and
`judge_non_termination`; `context` has the judge's own encodings, `kernel` the checkers of evidence,
`corroborate` corroboration by other methods, `verdicts` the results, `survey` the status of each
check, `limits` every number that can be tuned.
"""
