"""Encodings of programs and models that engines work on.

`control` defines control systems, `encode` makes one of a program, `procedures` makes Horn clauses
of one, `transitions` has the systems of hardware model checkers, `horn` relates Horn clauses to
programs and control systems, `formats` reads and writes files, and `closed_forms` accelerates
loops. Read `control.system` and `encode.encoding` first.
"""
