"""What happens: one function for each primitive change of a state."""
