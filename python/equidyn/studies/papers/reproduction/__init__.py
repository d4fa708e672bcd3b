"""Results and pages of the papers' experiments, and their PUMA 600."""
