"""Polynomials over the integers modulo 2^w, and terms as polynomials."""
