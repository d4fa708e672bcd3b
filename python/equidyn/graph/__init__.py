"""Expression graphs of formulations: traced operations, and common subexpressions eliminated."""
