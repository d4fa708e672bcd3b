"""How results are shown and kept: tables, curves, files, progress. Knows no kind of result."""
