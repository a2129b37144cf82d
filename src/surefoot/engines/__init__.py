"""Engines: each turns a goal into claims with evidence.

Read `contracts` (engines and their options), `tasks` (the input of an engine), `views`
(encodings that engines share), `runner` (tasks in, claims out), `board` (messages between
engines), `searches` (from results of searches to claims), `registry` (engines by name),
`limits`. Each package is one algorithm or family: `bmc` unrolling, `induction` and `kind`
k-induction, `ic3`, `euf`, `cegar` and `ufo` abstraction and refinement, `aig` circuits, `chc`
Horn clauses, `concrete` runs, `ring` polynomial equations, `auto` the portfolio.
"""
