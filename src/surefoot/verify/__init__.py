"""The pipeline from a request to a report.

Read `tasks` (input files), `request` (data), `pipeline` (load, decide, reachability, report) and
its stages `loading`, `deciding`, `reachability`. `modular` proves functions one by one, except
where `inexpressible_effects` forbid it; `dead_code` finds unreachable lines; `certification` writes
and checks certificates. `loop_sites` lists the loops of a program, `loops` decides which of them
end (with `ranker`). `api` is the Python interface.
"""
