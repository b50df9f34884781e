"""`tipover verify`: proves, or says why it cannot, that a record's dice are what its seeds give."""

from __future__ import annotations

import click

from tipover.cards.catalog import Catalog
from tipover.cards.toml import ContentError
from tipover.cli.entry import json_option, packs_option
from tipover.cli.files import begin, record_with_cards
from tipover.cli.out import put_json, tell
from tipover.engine.core import verbs
from tipover.play.chain import MARK, Chain, end_of, ranges
from tipover.play.match import Match
from tipover.play.printers import count
from tipover.play.record import Record, result_line

NOT_PROVEN = 1


class _Finding:
    """What was found out about a record: sentences, and why it is not proven, with the line."""

    def __init__(self, record: Record) -> None:
        self.kind = record.dice.split()[0]
        self.said: list[str] = []
        self.refusal = ""
        self.line = 0
        self.match: Match | None = None

    def refuse(self, error: ContentError) -> None:
        """Note the first thing that is wrong."""
        self.refusal, self.line = str(error), error.faults[0].line

    def json(self) -> dict[str, object]:
        """The finding for programs."""
        rolls, dice, flips = _counted(self.match) if self.match else (0, 0, 0)
        return {
            "proven": not self.refusal, "dice": self.kind, "rolls": rolls, "faces": dice, "flips": flips,
            "choices": len(self.match.choices) if self.match else 0, "said": self.said, "refusal": self.refusal, "line": self.line,
        }  # fmt: skip


@click.command("verify")
@click.argument("file", metavar="RECORD")
@click.option(
    "--seed", "seed", default="", metavar="MINE", help="Also prove that this seed of yours is in the dice; the page shows it at the end."
)
@click.option(
    "--promise", default="", metavar="HASH", help="Also prove that this is the promise that the table showed before the first die."
)
@json_option
@packs_option
def verify_command(file: str, seed: str, promise: str, as_json: bool) -> None:
    """Prove the dice of RECORD; - is standard input.

    Exit code 0: proven; 1: not proven, and why; 2: this is no record.
    """
    record, cards, warnings = record_with_cards(file, quiet=as_json)
    finding = _examined(record, cards)
    if seed and not finding.refusal:
        _find_seed(finding, record, seed)
    if promise and not finding.refusal:
        _find_promise(finding, record, promise)
    if as_json:
        put_json({**finding.json(), "warnings": warnings})
    else:
        for sentence in finding.said:
            tell(sentence)
        tell(f"Not proven: {finding.refusal}" if finding.refusal else "Proven.")
    if finding.refusal:
        raise click.exceptions.Exit(NOT_PROVEN)


def _examined(record: Record, cards: Catalog) -> _Finding:
    """Check the seeds, then replay the whole game."""
    finding = _Finding(record)
    try:
        record.seeded()
    except ContentError as error:
        finding.refuse(error)
        return finding
    begin(record, cards)  # raises for a set-up that cannot be played: then this is no record
    finding.said += _seeds_told(record)
    try:
        finding.match = record.replay(cards)
    except ContentError as error:
        finding.refuse(error)
        return finding
    finding.said += _game_told(record, finding.match)
    finding.refusal = _lack(record)
    return finding


def _find_seed(finding: _Finding, record: Record, seed: str) -> None:
    """Say what a player's own seed did to the dice, or that it did nothing."""
    proof = record.proof()
    seat, chain = _seat_with(proof.seeds if proof else (), seed)
    if seat < 0:
        finding.refusal = f"{record.file}: your seed is none of the seats' seeds, so the dice were rolled without it."
    elif chain is None:
        finding.said.append(f"Your seed is that of seat {seat + 1}. It was given to the server before the first die.")
    else:
        finding.said.append(
            f"The chain of seat {seat + 1} is that of your seed: it added to {count(chain.depth - len(chain.missed), 'roll')}."
        )


def _find_promise(finding: _Finding, record: Record, promise: str) -> None:
    """Say that the record keeps the promise that a player was shown, or that it keeps another."""
    proof = record.proof()
    if proof is None or proof.commitment != promise.strip().lower():
        finding.refusal = (
            f"{record.file}: this record keeps another promise than the table showed you, so the seed may have been chosen afterwards."
        )
    else:
        finding.said.append("The promise is the one that the table showed you before the first die.")


def _seat_with(seeds: tuple[str, ...], seed: str) -> tuple[int, Chain | None]:
    end = end_of(seed)
    for seat, written in enumerate(seeds):
        if not written.startswith(MARK):
            if written == seed:
                return seat, None
        elif (chain := Chain.read(written)).end == end:
            return seat, chain
    return -1, None


def _seeds_told(record: Record) -> list[str]:
    proof = record.proof()
    if proof is None:
        return []
    chains = {seat: Chain.read(seed) for seat, seed in enumerate(proof.seeds) if seed.startswith(MARK)}
    names = [chains[seat].name if seat in chains else seed for seat, seed in enumerate(proof.seeds)]
    mix = f"mixed with the seeds of the seats: {', '.join(names)}."
    if not proof.server_seed:
        return [f"The commitment to the server's seed is {proof.commitment}; that seed is {mix}"]
    return [
        f"The server's seed fits the commitment {proof.commitment}; compare that with what the table showed before the first die.",
        f"It is {mix}",
        *(_chain_told(seat, chain) for seat, chain in chains.items()),
    ]


def _chain_told(seat: int, chain: Chain) -> str:
    told = f"Every link of seat {seat + 1} fits its chain, whose end was published before the first die"
    if not chain.missed:
        return f"{told}."
    return f"{told}; it gave none for {'roll' if len(chain.missed) == 1 else 'rolls'} {ranges(chain.missed).replace('.', ', ')}."


def _game_told(record: Record, match: Match) -> list[str]:
    rolls, dice, flips = _counted(match)
    thrown = f"{count(dice, 'die', 'dice')} in {count(rolls, 'roll')} and {count(flips, 'flip')}"
    said: list[str] = []
    if record.seeded() is not None:
        seeds = "mixed seeds give" if record.proof() else f"seed '{record.dice[5:].strip()}' gives"
        said.append(f"{thrown}: every one is what the {seeds}.")
    else:
        said.append(f"{thrown}, as they were written down.")
    said.append("The one choice is legal." if len(match.choices) == 1 else f"All {len(match.choices)} choices are legal.")
    if record.result:
        said.append(f"The result fits: {record.result}.")
    else:
        said.append(f"The record tells no result; the game stands at {result_line(match.state)}.")
    return said


def _lack(record: Record) -> str:
    """Why a valid record proves nothing about its dice; empty if it does."""
    if record.seeded() is not None:
        return ""
    if record.proof() is not None:
        return f"{record.file}: the server's seed is not in the record; it is shown when the game is over."
    return f"{record.file}: its dice are stated, without a seed, so nothing can be proved about them."


def _counted(match: Match) -> tuple[int, int, int]:
    """How many rolls, dice in them, and flips."""
    rolls = [choice for choice in match.choices if choice.verb == verbs.ROLL]
    return len(rolls), sum(len(choice.path) for choice in rolls), sum(choice.verb == verbs.FLIP for choice in match.choices)
