"""The language server: the service for editors that speak the language server protocol.

Read `positions` (columns in the editor's units), `anchors` (results of a former text), `display`
(diagnostics, lenses, hints and edits), `runs` (failing runs as lists), `server`.
"""
