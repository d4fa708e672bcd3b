"""Mistakes of students as changes of a model, by what they change."""
