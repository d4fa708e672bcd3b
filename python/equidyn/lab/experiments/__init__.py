"""The experiments of the source papers, done again out of one call each."""
