"""What the experiments of the papers share: their result, its page, and the PUMA 600."""
