"""Checker of tracked-variable summaries, on the statements of the original program.

It shares no code with the engine. Read `checker`, then `wellformed`, `pointers` with
`points_to` (calls through pointers), `effects` (what calls may modify and whether they may fail),
`segments` (the statements between two points as formulas), `tables` (whether listed states cover
others), `obligations`. The rules are those of `surefoot.evidence.tracked`.
"""
