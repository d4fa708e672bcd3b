"""The laboratory as one page: its scripts, and the data that they take from Python."""
