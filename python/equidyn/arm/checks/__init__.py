"""Plausibility checks of an arm: masses, units and limits."""
