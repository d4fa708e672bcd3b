"""Export of arms to other libraries, each optional: pip install 'equidyn[peers]'."""
