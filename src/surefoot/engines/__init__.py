"""Engines: each turns a goal into claims with evidence.

Read `contracts` (engines and their options), `tasks` (the input of an engine), `views`
(encodings that engines share), `runner` (tasks in, claims out), `board` (messages between
engines), `processes` (parts of an engine in child processes, with `transport`, claims and messages
as text), `searches` (from results of searches to claims), `registry` (engines by name),
`limits`. The rest are algorithms: `bmc` unrolling (with `bounded_search`,
`bounded_outside_search` and `small_inputs`), `probe`, `fuzz` (with `reduced_runs`), `explicit` and
`accelerated_runs` concrete runs, `ring` polynomial equations, `induction` k-induction, `ic3`,
`euf`, `cegar` and `ufo` abstraction and refinement (the last two with `integer_search`), `aig`
circuits, `chc` Horn clauses, `track` summaries over tracked variables, `termination` ranking
functions, `auto` the portfolio.
"""
