"""Runs as source lines with the values that each line changed."""
