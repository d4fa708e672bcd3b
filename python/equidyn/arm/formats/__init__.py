"""File formats of arms, and conversion from and to other programs and libraries."""
