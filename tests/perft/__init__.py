"""Counts of ways to go on, and a second, slow reckoning of them."""
