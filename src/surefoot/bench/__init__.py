"""Runs many tasks, each in its own limited process, and scores the answers as the competition does."""
