"""What the tests of the table share."""

from collections.abc import Iterator

import pytest

from kit.postgres import Postgres, postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL of this worker's own, started by the first test that asks for it."""
    with postgres() as server:
        yield server
