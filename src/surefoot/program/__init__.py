"""Program representation shared by all engines: a control-flow graph for each function.

Read `program`, `statements` (their contracts define the semantics), `properties`, `validate`,
`trace`; `text` is the textual form, `passes` are transformations. `access` (variables that
statements read and assign) and `digraphs` (orders and dominators) serve analyses.
"""
