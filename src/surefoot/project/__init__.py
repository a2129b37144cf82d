"""Whole projects: every function of many C files is checked on its own, with arbitrary arguments.

Read `inputs` (files and their flags), `survey` (the functions of a file), `call_graph` (order of
the units, and the files that each needs), `unit` (the check of one function, in a child process)
with `preconditions` (their inference), `unit_result` (its result), `store` (kept results) with
`seal`, `fingerprints` and `unit_index` (finding them), `recheck` (their use), `survey_store` (kept
surveys), `workers` (parallel children), `cluster` (workers on other machines), `conclusions`
(results that follow from those of callers), `scan` (all of it), `document` (the result of a scan),
`regressions` (comparison with an earlier scan), `contracts_patch`.
"""
