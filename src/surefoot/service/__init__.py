"""The service for editors and agents: one project whose results follow its files.

Read `mirror` (unsaved text), `files` (definitions), `scheduler` (jobs on workers), `trials` (texts that
are no files), `callers` (of static functions), `service` (what is checked, and what is current), `kept_state` (between sessions),
`serve` (its process), `client` (its use), then the front ends `lsp` and `mcp`.
"""
