"""The board of a state: the map as texts have changed it, and what is seen on it."""

from __future__ import annotations

from tipover.engine.phrases.terrain import area, board, concealed, seen_by, sum_of

__all__ = ["area", "board", "concealed", "seen_by", "sum_of"]
