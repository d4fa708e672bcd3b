"""Trees of links, as other programs describe robots, of which the core makes arms."""
