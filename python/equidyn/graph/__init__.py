"""The traced operations of one evaluation, and the graph in which nothing stands twice."""
