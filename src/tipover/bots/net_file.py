"""Nets as files: one line of JSON with the weights, the features they are for, how the net was made, and a digest of it all."""

from __future__ import annotations

import hashlib
import json
import warnings
from functools import lru_cache
from pathlib import Path

from tipover.bots.features import OF_FIGURE, OF_GAME, OF_SIDE
from tipover.bots.net import Net

FORM = 2
SHIPPED = Path(__file__).parent / "learned.net"
MOST_BYTES = 4_000_000
MOST_WEIGHT = 1 << 22
MOST_SUMS = 256
PARTS = ("figure", "own", "rival", "own_figure", "rival_figure", "game", "bias", "out", "direct", "direct_figure")


class NetError(ValueError):
    """Why a file is not a net that can play here, as a sentence without its full stop."""


def written(net: Net, made: dict[str, object]) -> bytes:
    """A net as a file; `made` says how it was made."""
    told = {"tipover-net": FORM, "made": made} | _features()
    told |= {part: getattr(net, part) for part in PARTS}
    return json.dumps(told | {"digest": _digest(told)}, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def read_net(path: Path) -> Net:
    """The net in a file; a NetError if it is none, is damaged, or is for other features than this version has."""
    return net_of(_told(path), str(path))


def read_made(path: Path) -> dict[str, object]:
    """How the net in a file was made."""
    made = _told(path).get("made")
    return made if isinstance(made, dict) else {}


def _told(path: Path) -> dict[str, object]:
    try:
        if path.exists() and not path.is_file():
            raise NetError(f"{path}: this is no file; a net is a file that `tipover lab train` makes")
        if path.stat().st_size > MOST_BYTES:
            raise NetError(f"{path}: this is no net of Tipover's, it is too large")
        data = path.read_bytes()
    except OSError as error:
        raise NetError(f"{path}: the net cannot be read: {error.strerror}") from None
    try:
        told = json.loads(data)
        json.dumps(told, ensure_ascii=False).encode()  # half a letter can be read, but not written
    except (ValueError, RecursionError):
        raise NetError(f"{path}: this is no net, or only a part of one; `tipover lab train` makes nets") from None
    if not isinstance(told, dict) or "tipover-net" not in told:
        raise NetError(f"{path}: this is no net of Tipover's; `tipover lab train` makes nets")
    return told


def net_of(told: dict[str, object], place: str) -> Net:
    """The net that a file tells of."""
    if told["tipover-net"] != FORM:
        raise NetError(
            f"{place}: this net is of form {str(told['tipover-net'])[:20]}, this version reads form {FORM}; train one with `tipover lab train`"
        )
    if any(told.get(key) != rows for key, rows in _features().items()):
        raise NetError(f"{place}: this net is for other features than this version has; train one with `tipover lab train`")
    rest = {key: value for key, value in told.items() if key != "digest"}
    if told.get("digest") != _digest(rest):
        raise NetError(f"{place}: the net is damaged, its digest is not that of its weights")
    bias, direct_figure = _row(told.get("bias"), place), _row(told.get("direct_figure"), place)
    hidden, embed = len(bias), len(direct_figure)
    if not (0 < hidden <= MOST_SUMS and 0 < embed <= MOST_SUMS):
        raise NetError(f"{place}: the parts of the net do not fit together")
    figure = _rows(told.get("figure"), len(OF_FIGURE), embed, place)
    own, rival = (_rows(told.get(part), len(OF_SIDE), hidden, place) for part in ("own", "rival"))
    own_figure, rival_figure = (_rows(told.get(part), embed, hidden, place) for part in ("own_figure", "rival_figure"))
    game = _rows(told.get("game"), len(OF_GAME), hidden, place)
    out, direct = _row(told.get("out"), place), _row(told.get("direct"), place)
    if len(out) != hidden or len(direct) != len(OF_SIDE):
        raise NetError(f"{place}: the parts of the net do not fit together")
    return Net(figure, own, rival, own_figure, rival_figure, game, bias, out, direct, direct_figure)


def _features() -> dict[str, object]:
    """What a net of this version is told of a position."""
    return {"of_figure": list(OF_FIGURE), "of_side": list(OF_SIDE), "of_game": list(OF_GAME)}


def _rows(value: object, number: int, size: int, place: str) -> list[list[int]]:
    rows = [_row(one, place) for one in value] if isinstance(value, list) else []
    if len(rows) != number or any(len(row) != size for row in rows):
        raise NetError(f"{place}: the parts of the net do not fit together")
    return rows


def _row(value: object, place: str) -> list[int]:
    if not isinstance(value, list) or not all(type(one) is int and -MOST_WEIGHT <= one <= MOST_WEIGHT for one in value):
        raise NetError(f"{place}: the weights of a net are lists of whole numbers")
    return value


def _digest(told: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(told, separators=(",", ":"), ensure_ascii=False, sort_keys=True).encode()).hexdigest()


@lru_cache(maxsize=1)
def shipped_net() -> Net | None:
    """The net that comes with this version; None, with a warning that says why, if it cannot be used: the hand evaluation plays then."""
    try:
        return read_net(SHIPPED)
    except NetError as error:
        warnings.warn(f"{error}. The evaluation by hand plays instead.", stacklevel=2)
        return None
