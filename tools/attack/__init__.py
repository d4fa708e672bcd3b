"""Hostile calls of the methods of arms, at random and for as long as one likes.

A call returns finite results that agree with those of the same rows alone, or raises a ValueError
or a TypeError that names the argument. It changes no input. Anything else is a finding.
"""
