"""Proofs by polynomial equations modulo 2^w."""
