"""Interpolants: formulas that say why others contradict each other, in the symbols that they have in common."""
