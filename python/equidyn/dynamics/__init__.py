"""What an arm computes: its quantities, by which formulations, on which base."""
