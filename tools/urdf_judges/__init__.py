"""Comparison of URDF chains as read by equidyn, Pinocchio and MuJoCo."""
