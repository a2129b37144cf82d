"""Checkers of evidence, independent of the engines, and the judge that makes verdicts."""
