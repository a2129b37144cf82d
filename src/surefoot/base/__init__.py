"""Foundations that import nothing else of surefoot: errors, spans, records, budgets, events, files,
processes.

`errors`, `spans`, `caveats` and `events` are vocabulary; `records` replaces `dataclasses`; `budget`
is time; `supervision` runs a job in a child process, on top of `process_tree`.
"""
