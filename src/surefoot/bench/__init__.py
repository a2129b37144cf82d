"""Benchmarks: many tasks, each in its own limited process, scored as in the competition.

Read `selection`, `runner`, `results`, `summary`, `task_table`.
"""
