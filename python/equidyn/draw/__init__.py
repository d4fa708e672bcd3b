"""The arm as a picture: what is seen of it, and who draws that."""
