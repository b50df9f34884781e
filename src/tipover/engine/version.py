"""The version of package and engine."""

__version__ = "0.1.0"
