"""The laws of style.md over random games."""
