"""What the tests of the table share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.postgres import Postgres, postgres
from kit.server import ServerProcess, serving


@pytest.fixture(scope="session")
def server() -> Iterator[ServerProcess]:
    """A server for whoever only needs a table of its own at one; a test may restart it. Who counts what it holds has its own."""
    with serving() as running:
        yield running


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL of this worker's own, started by the first test that asks for it."""
    with postgres() as server:
        yield server


@pytest.fixture
def database(postgres_server: Postgres) -> str:
    """An empty database."""
    return postgres_server.database()


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place for a new store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "data" / "tables.sqlite")
    place: str = request.getfixturevalue("database")
    return place
