"""Benchmarks: many tasks, each in its own limited process, scored as in the competition.

Read `selection`, `runner`, `cluster` (on other machines), `results`, `summary`, `task_table`,
`plots`.
"""
