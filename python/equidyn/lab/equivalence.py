"""The former place of `equidyn.lab.prove`."""

from .prove import EquivalenceProof, Erratum, Misprint, Sides, Step, prove_equivalence

__all__ = ["EquivalenceProof", "Erratum", "Misprint", "Sides", "Step", "prove_equivalence"]
