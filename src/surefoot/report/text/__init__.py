"""The report document as text for terminals."""
