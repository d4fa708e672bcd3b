"""Lee, Chung, Mudge & Turney, On the Control of Mechanical Manipulators, 1982."""
