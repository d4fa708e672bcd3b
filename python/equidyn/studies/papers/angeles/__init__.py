"""Angeles, Fundamentals of Robotic Mechanical Systems."""
