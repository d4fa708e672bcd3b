"""Turney, Mudge & Lee, Equivalence of Two Formulations for Robot Arm Dynamics, 1980."""
