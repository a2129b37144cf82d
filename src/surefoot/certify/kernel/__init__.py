"""Checkers of certificates and traces, one kind of evidence a file."""
