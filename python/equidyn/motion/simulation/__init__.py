"""Motions that torques cause: what is asked for, who computes it, what comes out."""
