"""Model files: a reader and a writer for each format.

Read `model` (contents of a file), `registry` (selects a format by its name), then the formats:
AIGER, BTOR2 (with `btor2_operators`), VMT, and Horn clauses (with `horn_clauses`).
"""
