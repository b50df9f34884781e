"""Experiments: who plays better (`arena`), whether the content is fair (`balance`), what the evaluation should weigh (`tune`)."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


class LabError(ValueError):
    """What an experiment cannot do, in a sentence."""


def library(name: str, extra: str) -> ModuleType:
    """A library of an extra; where it is missing, the sentence says what to install."""
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise LabError(
            f"this needs the library '{package}', which is not installed: pip install 'tipover[{extra}]', in a clone python -m pip install -e '.[{extra}]'"
        ) from None
