"""What people and programs read: the report document, its text, traces and values."""
