"""Triage of the reports of static analysers: each is refuted, confirmed, or left undecided.

Read `reports` (a report, from SARIF), `other_formats` (of gcc and cppcheck), `rules` (the checks that
a report is about), `waypoints` (the decisions on the path of a report), `decision` (from the statuses
of checks to a verdict), `deciding` (which functions are checked), `constraints` (the constraints of
the analyser itself, with `exploded_graph` and `symbols`), `analysis` (the reports of clang),
`evidence` (certificates), `document` (the result), `sarif` (a log with the decisions).
"""
