"""Generated parts of the site of `docs/`, for Sphinx and for the tests."""
