"""Simulation of arms under joint torques: request, integration, result."""
