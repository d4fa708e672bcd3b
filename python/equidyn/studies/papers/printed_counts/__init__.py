"""Printed tables of operation counts, and their comparison with measured counts."""
