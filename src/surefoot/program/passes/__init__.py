"""Program to Program, one pass a file; a pass preserves the meaning and keeps source positions."""
