"""The same arm in other libraries, which are optional: pip install 'equidyn[peers]'.

A module named after a library turns an arm into a model of it, and lists the calls that compete.
"""
