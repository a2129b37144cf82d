"""Quantified invariants of locations about arrays and summarised heap objects.

Read `vocabulary`, `positions` and `facts`, which `candidates` combines, `instances`, `houdini`,
`reduction` and `finding`; then for summarised heap objects `pools`, `narrowing` and
`pool_search`. `annotated` takes candidates from the user's loop invariants.
"""
