"""Foundations that import nothing else of surefoot.

Read `errors`, `spans`, `caveats` and `events`, which are vocabulary; `records` and `enums`, which
replace `dataclasses` and `enum`; `budget` (time); `supervision` (a job in a child process) on top of
`process_tree`; then `files`, `text` and `simple_yaml`.
"""
