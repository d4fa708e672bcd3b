"""The source papers, one folder each: operation counts, derivations and experiments.

A folder holds the operation counts that its paper prints, its derivation with all errata, and its
experiment, as far as there are any. Code that several papers share is in `derivation`,
`printed_counts` and `reproduction`.
"""
