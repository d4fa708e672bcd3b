"""Sasaki 1990, a six-link arm that lifts its tool."""
