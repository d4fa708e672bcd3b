"""Operation counts as printed in the sources, and what is measured here beside them."""
