"""The mark that ties a test to the rules it proves."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Say which rules a test, a class of tests or (as `pytestmark`) a module proves.

    Write the ids as plain strings: `tipover rules --coverage` reads them from the source without running it.
    An id that is not in engine/rules.toml fails the collection.
    """
    return pytest.mark.rule(*ids)
