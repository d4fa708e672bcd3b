"""Walker & Orin 1982, four methods of forward dynamics."""
