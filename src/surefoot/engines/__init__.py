"""Engines: each turns a goal into a claim with evidence."""
