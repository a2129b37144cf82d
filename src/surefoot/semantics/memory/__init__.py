"""Symbolic memory model: objects, addresses, contents of objects.

Read `objects`, `addresses` (pointers, layout), `memory` (the operations on one state), then the
representations of contents: `cells`, `elements`, `layers`, `pools`, `strings`. `outside` has
environment memory.
"""
