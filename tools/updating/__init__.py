"""Contents of the files that `tools/update.py` keeps up to date, for it and the tests."""
