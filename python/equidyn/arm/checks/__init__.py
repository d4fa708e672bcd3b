"""What is doubtful about an arm: its masses, units and limits."""
