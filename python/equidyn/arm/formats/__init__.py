"""An arm as a file, and from and to the formats of other programs and libraries."""
