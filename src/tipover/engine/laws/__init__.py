"""What may be done: the laws that generate options and explain refusals. Reads only."""
