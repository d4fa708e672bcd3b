"""What the site of `docs/` is made of besides its texts, for Sphinx and for the tests."""
