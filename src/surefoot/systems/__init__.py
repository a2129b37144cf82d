"""Views of a program for engines: the symbolic executor with its memory model, and what is built by running it."""
