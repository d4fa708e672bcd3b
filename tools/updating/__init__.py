"""What `tools/update.py` keeps up to date, for the tests that check it."""
