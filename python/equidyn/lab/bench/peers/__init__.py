"""The same arm in other libraries, which are optional: pip install 'equidyn[peers]'.

Every module here turns an arm into the model of one library, and lists the calls that compete.
"""
