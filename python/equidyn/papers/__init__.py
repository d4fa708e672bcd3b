"""The source papers, one folder each: what they print, derive and simulate, done again.

A folder holds the operation counts that its paper prints, its derivation with all errata, and its
experiment, as far as there are any. What several of them share stands beside them: `derivation`,
`printed_counts` and `reproduction`.
"""
