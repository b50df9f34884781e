"""Experiments: who plays better (`arena`), whether the content is fair (`balance`), what the evaluation should weigh (`tune`)."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


class LabError(ValueError):
    """Raised when an experiment cannot be run; the message is a sentence for the user."""


def library(name: str, extra: str) -> ModuleType:
    """Import a library of an optional extra; if it is missing, the error says what to install."""
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise LabError(
            f"this needs the library '{package}', which is not installed: pip install 'tipover[{extra}]', in a clone python -m pip install -e '.[{extra}]'"
        ) from None
