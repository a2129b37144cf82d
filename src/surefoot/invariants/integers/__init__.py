"""The integer view: a control system in which numbers do not wrap around, to find candidates, and
the translation back to bits.
"""
