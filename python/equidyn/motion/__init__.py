"""Trajectories, controllers and simulation of arms."""
