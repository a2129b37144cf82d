"""Foundations that import nothing else of surefoot.

Read `errors`, `spans`, `caveats` and `events`, which are vocabulary; `records`, which replaces
`dataclasses`; `budget` (time); `supervision` (a job in a child process) on top of
`process_tree`; then `files`, `text` and `simple_yaml`.
"""
