"""Presentation and storage of results: tables, plots, pages, files, progress bars."""
