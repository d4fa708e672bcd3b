"""Drawings of arms: still pictures, animations and interactive scenes."""
