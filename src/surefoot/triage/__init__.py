"""Triage of the reports of static analysers: each is refuted, confirmed, or left undecided.

Read `reports` (a report, from SARIF), `rules` (the checks that a report is about), `decision` (from
the statuses of checks to a verdict), `deciding` (which functions are checked), `analysis` (the reports
of clang), `document` (the result), `sarif` (a log with the decisions).
"""
