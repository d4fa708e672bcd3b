"""Chains of URDF files, as equidyn, Pinocchio and MuJoCo read them."""
