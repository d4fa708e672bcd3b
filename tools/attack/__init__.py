"""Hostile calls of everything that is public, and what each must answer: a test by attack.

A call returns finite results that agree with those of the same rows alone, or raises a ValueError
or a TypeError that names the argument. It changes no input. Anything else is a finding.
"""
