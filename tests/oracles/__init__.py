"""What the package is compared with: nothing here imports its code."""
