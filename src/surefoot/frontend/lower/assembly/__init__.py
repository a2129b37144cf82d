"""Inline assembly of x86: exact for the instructions of `x86`, otherwise arbitrary outputs.

Read `operands`, `template`, `processor`, `x86`, `statement`.
"""
