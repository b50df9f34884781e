"""Set-ups that several tables play: what is worked out of one, and what is written of it, is there once for all of them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, NamedTuple

import msgspec

from tipover.cards.catalog import Catalog
from tipover.engine.core.arrange import arrange
from tipover.engine.core.setup import Setup
from tipover.table.present.plain_names import Memo

KEPT = 32  # set-ups, those last opened; tables keep theirs however many there are
_SORTED = msgspec.json.Encoder(order="sorted")


class _Shared(NamedTuple):
    """A set-up with the texts printed of its games."""

    setup: Setup
    memo: Memo


_kept: OrderedDict[tuple[int, bytes], _Shared] = OrderedDict()  # by the catalog's identity, which the set-up keeps, and the description
_lock = threading.Lock()


def shared_setup(catalog: Catalog, described: dict[str, Any]) -> Setup:
    """The set-up of a description; the same object for all tables that play it with these cards. Raises `SetupError`."""
    key = id(catalog), _SORTED.encode(described)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key].setup
    setup = arrange(catalog, described)
    with _lock:
        found = _kept.setdefault(key, _Shared(setup, Memo()))
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found.setup


def memo_of(setup: Setup) -> Memo:
    """Where the texts of a set-up's games are kept: shared if the set-up is."""
    with _lock:
        return next((one.memo for one in _kept.values() if one.setup is setup), Memo())
