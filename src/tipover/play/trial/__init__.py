"""Trials: every text of a pack is played in positions made for it, to see that it does something and breaks nothing."""
