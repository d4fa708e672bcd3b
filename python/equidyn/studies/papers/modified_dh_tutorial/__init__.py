"""A tutorial on Newton-Euler's recursion in modified Denavit-Hartenberg frames."""
