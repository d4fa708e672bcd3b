"""Dynamics and kinematics of an arm: quantities, formulations, motion of base and links."""
