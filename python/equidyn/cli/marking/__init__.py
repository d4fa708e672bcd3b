"""Marking of students' files: one, or those of a class."""
