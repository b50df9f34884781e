"""The notation: typed lines read as choices, and choices written as lines."""
