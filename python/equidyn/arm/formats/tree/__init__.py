"""Trees of links, as other programs describe robots; the core makes arms from them."""
