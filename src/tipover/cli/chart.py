"""Win chances as a picture: one line of blocks for a terminal, or an SVG that needs nothing else."""

from __future__ import annotations

from html import escape

from tipover.bots.game_analysis import AnalysedChoice, Analysis, CostlyDecision, rounds_of

BLOCKS = "▁▂▃▄▅▆▇█"
COLOURS = ("#0C6F5C", "#35206E", "#8F4C00", "#96215F")
DASHES = ("", "9 5", "2 5", "12 5 2 5")  # so that lines can be told apart without colours
INK, QUIET, EDGE, PAPER = "#231E2C", "#5A5365", "#857C8C", "#FFFDF8"
WIDTH, HEIGHT = 960, 470
LEFT, RIGHT, TOP, BOTTOM = 64, 170, 74, 104


def sparkline(values: list[float], columns: int) -> str:
    """Values from 0 to 1 as at most `columns` blocks; each shows the last value of its range."""
    count = min(columns, len(values))
    return "".join(BLOCKS[min(7, int(values[(k + 1) * len(values) // count - 1] * 8))] for k in range(count))


def ruler(steps: list[AnalysedChoice], columns: int) -> str:
    """Under a sparkline of the same columns: where each round begins."""
    moments = len(steps) + 1
    count = min(columns, moments)
    line = [" "] * (count + 3)
    free = 0
    for number, place in rounds_of(steps):
        at = place * count // moments
        word = str(number)
        if at >= free and at + len(word) <= len(line):
            line[at : at + len(word)] = word
            free = at + len(word) + 1
    return "".join(line).rstrip()


def svg(found: Analysis, title: str, names: dict[int, str], worst: list[CostlyDecision]) -> str:
    """The sides' chances over the choices, each line with its name at its end, the costliest decisions marked by number."""
    return "\n".join(_Drawing(found, names).parts(title, worst)) + "\n"


class _Drawing:
    """The coordinates and the elements of the picture."""

    def __init__(self, found: Analysis, names: dict[int, str]) -> None:
        self.found = found
        self.names = names
        self.last = max(1, len(found.steps))

    def x(self, moment: int) -> float:
        """The x coordinate of a moment."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * moment / self.last, 1)

    def y(self, chance: float) -> float:
        """The y coordinate of a chance."""
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance), 1)

    def parts(self, title: str, worst: list[CostlyDecision]) -> list[str]:
        """The whole picture, line by line."""
        found = self.found
        said = "; ".join(
            f"{self.names[side]} from {found.ledgers[side].start * 100:.0f} to {found.ledgers[side].end * 100:.0f} %"
            for side in found.sides
        )
        return [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            f'font-family="system-ui, sans-serif" font-size="14" fill="{INK}" role="img" aria-label="{_safe(f"{title}: {said}")}">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
            f'<text x="{LEFT}" y="30" font-size="17" font-weight="700">{_safe(_short(title, 84))}</text>',
            *self._ground(),
            *self._lines(),
            *self._ends(),
            *[part for number, one in enumerate(worst, 1) for part in self._marked(number, one)],
            "</svg>",
        ]

    def _ground(self) -> list[str]:
        """The scale, and where each round begins."""
        parts: list[str] = []
        for percent in (0, 25, 50, 75, 100):
            up = self.y(percent / 100)
            parts.append(f'<path d="M{LEFT} {up}H{WIDTH - RIGHT}" stroke="{EDGE}" stroke-width="{1.5 if percent == 50 else 0.5}"/>')
            parts.append(f'<text x="{LEFT - 8}" y="{up + 5}" text-anchor="end" fill="{QUIET}">{percent} %</text>')
        free = 0.0
        for number, moment in rounds_of(self.found.steps):
            at = self.x(moment)
            parts.append(f'<path d="M{at} {TOP}V{HEIGHT - BOTTOM}" stroke="{EDGE}" stroke-width="1" stroke-dasharray="1 4"/>')
            if at >= free:
                parts.append(f'<text x="{at + 3}" y="{TOP - 6}" font-size="12" fill="{QUIET}">round {number}</text>')
                free = at + 62
        foot = HEIGHT - BOTTOM + 20
        parts.append(
            f'<text x="{LEFT}" y="{foot}" font-size="12" fill="{QUIET}">The chance to win, choice 0 to {len(self.found.steps)}</text>'
        )
        return parts

    def _lines(self) -> list[str]:
        parts: list[str] = []
        for place, side in enumerate(self.found.sides):
            points = " ".join(f"{self.x(k)},{self.y(chances[place])}" for k, chances in enumerate(self.found.chances))
            dash = f' stroke-dasharray="{DASHES[side]}"' if DASHES[side] else ""
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="{COLOURS[side]}" stroke-width="3" stroke-linejoin="round"{dash}/>'
            )
        return parts

    def _ends(self) -> list[str]:
        """Each line's name and last chance at its end; names that would lie on one another are moved apart."""
        ends = sorted((self.y(self.found.chances[-1][place]), side) for place, side in enumerate(self.found.sides))
        places = [up for up, _ in ends]
        for k in range(1, len(places)):
            places[k] = max(places[k], places[k - 1] + 20)
        for k in reversed(range(len(places))):
            places[k] = min(places[k], HEIGHT - BOTTOM - 20 * (len(places) - 1 - k))
        parts: list[str] = []
        for up, (_, side) in zip(places, ends, strict=True):
            words = f"{_short(self.names[side], 16)} {self.found.ledgers[side].end * 100:.0f} %"
            parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{up + 5}" font-weight="700" fill="{COLOURS[side]}">{_safe(words)}</text>')
        return parts

    def _marked(self, number: int, one: CostlyDecision) -> list[str]:
        """A costly decision's number on its side's line, and what it was under the picture."""
        at, up = self.x(one.moment), self.y(self.found.chances[one.moment][self.found.sides.index(one.side)])
        words = f"{number}: choice {one.number}, {self.names[one.side]}, cost {one.cost * 100:.0f} points: {one.brief}"
        return [
            f'<circle cx="{at}" cy="{up}" r="11" fill="{PAPER}" stroke="{COLOURS[one.side]}" stroke-width="2.5"/>',
            f'<text x="{at}" y="{up + 5}" text-anchor="middle" font-weight="700">{number}</text>',
            f'<text x="{LEFT}" y="{HEIGHT - BOTTOM + 26 + 20 * number}">{_safe(_short(words, 115))}</text>',
        ]


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _safe(text: str) -> str:
    """A text for XML: escaped, without characters that XML does not allow."""
    return escape("".join(sign for sign in text if sign.isprintable()))
