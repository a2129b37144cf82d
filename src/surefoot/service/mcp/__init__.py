"""The server of the Model Context Protocol: the service for agents.

Read `answers` (results as bounded JSON values), `proposals` (annotations to try), `tools` (names,
arguments and answers of the tools), `server`.
"""
