"""The symbolic memory model: objects, addresses, and what each object holds."""
