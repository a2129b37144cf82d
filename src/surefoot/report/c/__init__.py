"""Terms and values as C.

Read `expressions`, `values`, `names` (variables and pointers), then `pools` (summarised heap
objects), `quantified` (quantified invariants) and `source_text`.
"""
