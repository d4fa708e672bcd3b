"""The arm in motion."""
