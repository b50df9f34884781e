"""What is raised for a set-up that cannot be played. Never compiled, so that other rooms may derive from it."""

from __future__ import annotations


class SetupError(ValueError):
    """A set-up that cannot be played; the message says why and names the rule."""

    def __init__(self, message: str, *words: str) -> None:
        super().__init__(message)
        self.words = words  # the words of the description that it is about: the first of them that stands in a file is where the fault is
