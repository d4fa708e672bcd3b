"""Derivatives of the quantities of an arm, as JAX and PyTorch ask for them."""
