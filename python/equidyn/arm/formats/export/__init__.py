"""An arm as a model of other libraries, each of which is optional: pip install 'equidyn[peers]'."""
