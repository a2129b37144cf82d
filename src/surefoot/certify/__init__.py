"""Judge of claims: the only maker of verdicts. It trusts no engine, only evidence that it checked.

Read `judge`, then `judge_proofs` and `judge_alarms`; `kernel` has the checkers of evidence,
`corroborate` corroboration by other methods, `verdicts` the results, `survey` the status of each
check, `limits` every number that can be tuned.
"""
