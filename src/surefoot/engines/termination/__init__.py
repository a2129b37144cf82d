"""Termination: proofs by lexicographic ranking functions, and runs that come back to a state.

Read `engine` (the order of the searches), `lassos` (concrete runs), `transitions` and `candidates`
(what ranks are made of), `ranks` (the search), and `proof` (ranks as a safety problem).
"""
