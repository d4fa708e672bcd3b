"""Rodriguez, Jain & Kreutz-Delgado 1991: spatial operators."""
