"""HTML reports: one self-contained file without network access, for checks and scans.

Read `data` (the JSON value in the page) and `page` (its assembly from the folder assets: page.js has
addresses and the frame of the page, project.js table and treemap, function.js the source with checks,
run.js the steps of a run), `notebook` (the display in notebooks).
"""
