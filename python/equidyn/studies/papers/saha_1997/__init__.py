"""Saha 1997, 1999: the decoupled natural orthogonal complement."""
