"""What every layer may use: dataclasses, errors, source positions, budgets, caveats, progress events, child processes."""
