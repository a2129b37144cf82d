"""The integer view: a control system in which numbers do not wrap around, to find candidates, and
the translation back to bits.

Read `view`, `signs` (signedness of variables), then `words` and `candidates` (back to bits).
"""
