"""The laboratory: whether formulations are right, what they cost, and a report of both."""
