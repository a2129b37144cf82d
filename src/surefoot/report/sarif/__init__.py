"""SARIF 2.1.0 logs of checks and scans.

Read `places` (artifacts and regions), `fingerprints`, `suppressions` (comments), `flows` (runs),
`log` (the whole log), `baseline` (comparison with an earlier log). The findings and their rules are
in `surefoot.report.findings` and `surefoot.report.rules`.
"""
