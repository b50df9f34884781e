"""Frames: one module for each kind, with its slots, stages, constructor and accessors."""
