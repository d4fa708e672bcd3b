"""Oracles of the tests: nothing here imports the package's code."""
