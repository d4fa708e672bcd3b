"""Lee, Lee & Nigam 1983, generalized d'Alembert equations."""
