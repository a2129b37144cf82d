"""Programs into programs that mean the same."""
