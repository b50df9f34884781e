"""One module for each family of verbs of the card language."""
