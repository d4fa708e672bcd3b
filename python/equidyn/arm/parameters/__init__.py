"""Dynamic parameters of an arm, in which torques are linear, and their identifiability."""
