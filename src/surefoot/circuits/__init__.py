"""Circuits: and-inverter graphs, terms as bits, clauses and AIGER files."""
