"""Constructors of terms that simplify as they build, one theory a file."""
