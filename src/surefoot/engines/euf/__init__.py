"""IC3 over uninterpreted functions (Bueno, "Software Model Checking with Uninterpreted Functions", 2021): what operators do is looked at only where it matters."""
