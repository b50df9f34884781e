"""Fair dice: committed to before the game, mixed from everybody's seeds, reckoned again by anyone afterwards (S10)."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from math import exp
from pathlib import Path

import pytest

from cli.runs import answer, run
from tipover import ContentError, Match, Record, Setup, first_game, load
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.dice import rolls
from tipover.engine.core.ids import CHANCE
from tipover.play.dice import SeededDice, Stream
from tipover.play.fair import FairDice, NotFair, Proof, commitment, is_seed, mixed, new_server_seed
from tipover.play.record import result_line

SERVER = "6f" * 32
SEEDS = ("ann-1", "b0b_")
PROMISE = commitment(SERVER)


@cache
def short_game(pack: str) -> Setup:
    return first_game(pack, quick=True, rounds=12 if pack == "golden_girls" else 3)


def fair_match(server: str = SERVER, seeds: tuple[str, ...] = SEEDS, choices: int = 10_000, pack: str = "golden_girls") -> Match:
    """A short game by fair dice between random players who challenge whom they can, up to so many choices."""
    match = Match(short_game(pack), FairDice(server, seeds), names=["Ann", "Bob"])
    stream = Stream(f"{server} {seeds}", "players")
    while not match.over and len(match.choices) < choices:
        options = match.state.decision.options
        fights = [option for option in options if option.verb == verbs.CHALLENGE] or options
        match.play(fights[stream.randrange(len(fights))])
    return match


@pytest.fixture(scope="module")
def whole() -> str:
    """The record of a finished game by fair dice."""
    match = fair_match()
    assert match.over
    return Record.of(match).text()


# -- the parts ---------------------------------------------------------------------------------------------------


def test_the_seeds_are_mixed_as_the_architecture_says():
    assert hashlib.sha256(SERVER.encode()).hexdigest() == PROMISE
    assert mixed(SERVER, SEEDS) == by_hand(SERVER.encode(), b"ann-1,b0b_").hex()


def test_every_part_changes_the_dice():
    others = [mixed(SERVER, ("b0b_", "ann-1")), mixed(SERVER, ("ann-1", "b0b")), mixed("60" + SERVER[2:], SEEDS), mixed(SERVER, SEEDS)]
    assert len(set(others)) == 4


def test_a_server_seed_is_new_each_time():
    made = {new_server_seed() for _ in range(100)}
    assert len(made) == 100 and all(re.fullmatch("[0-9a-f]{64}", one) for one in made)


def test_fair_dice_roll_like_the_seed_they_are_mixed_to():
    dice, plain = FairDice(SERVER, SEEDS), SeededDice(mixed(SERVER, SEEDS))
    ask = roll_of(3)
    assert [dice.answer(ask) for _ in range(50)] == [plain.answer(ask) for _ in range(50)]
    assert dice.asked == 50
    assert FairDice(SERVER, SEEDS, asked=50).answer(ask) == plain.answer(ask)


@pytest.mark.parametrize("seed", ["", "a b", "a,b", "é", "a" * 65, "a\n", "a#", "../x"])
def test_a_seats_seed_has_few_characters(seed):
    assert not is_seed(seed)
    with pytest.raises(NotFair, match="a seat's seed is 1 to 64 of the characters"):
        FairDice(SERVER, ["ok", seed])


def test_seeds_that_are_good():
    for seed in ("a", "bot", "A-z_09", "f" * 64):
        assert is_seed(seed) and FairDice(SERVER, [seed]).seeds == (seed,)


def test_fair_dice_need_seeds():
    with pytest.raises(NotFair, match="the seed of one seat at least"):
        FairDice(SERVER, [])
    for server in ("", "6f" * 31, "6F" * 32, "zz" * 32):
        with pytest.raises(NotFair, match="the server's seed is 64 hex digits"):
            FairDice(server, SEEDS)


def test_the_line_is_read_and_written_alike():
    dice = FairDice(SERVER, SEEDS)
    for revealed, text in [(False, f"fair {PROMISE} ann-1,b0b_"), (True, f"fair {PROMISE} ann-1,b0b_ {SERVER}")]:
        proof = dice.proof(revealed)
        assert str(proof) == text and Proof.read(text) == proof and proof.is_kept == revealed


# -- in a match and its record -----------------------------------------------------------------------------------


def test_a_running_game_never_tells_the_servers_seed():
    match = fair_match(choices=12)
    for record in (Record.of(match), Record.shared(match), Record.shared(match, 0)):
        assert record.dice == "stated"
        text = record.text()
        assert SERVER not in text and mixed(SERVER, SEEDS) not in text
        assert Record.parse(text).replay().lines == match.lines[: len(record.lines)]


def test_a_finished_game_tells_all(whole):
    assert f"\ndice fair {PROMISE} ann-1,b0b_ {SERVER}\n" in whole
    match = Record.parse(whole).replay()
    assert match.over and isinstance(match.dice, FairDice)
    assert match.dice.asked == sum(seats == [CHANCE] for seats in match.seats) > 2
    assert Record.of(match).text() == whole
    assert Record.parse(whole).warnings(load()) == []


def test_a_game_ended_by_its_people_tells_all():
    match = fair_match(choices=25)
    assert not match.over
    for record in (Record.of(match, ended=True), Record.shared(match, ended=True)):
        assert record.dice == f"fair {PROMISE} ann-1,b0b_ {SERVER}" and record.result == result_line(match.state)
        assert Record.parse(record.text()).replay().state.digest() == match.state.digest()


def test_dice_left_out_of_a_record_are_reckoned(whole):
    lines = whole.split("---\n")[1].splitlines()[:-1]
    kept = [line.partition(" ")[2] for line in lines if not line.partition(" ")[2].startswith(("roll", "flip"))]
    shorter = whole.split("---\n")[0] + "---\n" + "".join(f"{k} {line}\n" for k, line in enumerate(kept, 1))
    assert Record.parse(shorter).replay().state.digest() == Record.parse(whole).replay().state.digest()


def test_undo_never_rolls_anew():
    """S10: whoever has seen a roll cannot have another for the same challenge."""
    match = fair_match(choices=200)
    number = len(match.choices)
    while match.undo() is not None:
        number -= 1
    assert len(match.choices) == match.fixed == number
    assert match.seats[-1] == [CHANCE] or match.over
    asked = match.dice.asked
    again = Match(match.setup, FairDice(SERVER, SEEDS), start=None)
    for choice, seats in zip(match.choices, match.seats, strict=True):
        if seats != [CHANCE]:
            again.play(choice)
    assert again.lines == match.lines and again.dice.asked == asked


def test_fair_dice_without_the_servers_seed_replay_as_they_stand(whole):
    record = Record.parse(whole.replace(f" {SERVER}", ""))
    assert record.seeded() is None and record.replay().over


@pytest.mark.parametrize(
    "line, told",
    [
        ("fair abc", "fair dice are 'fair', the commitment"),
        ("fair abc def", "the commitment is 64 hex digits"),
        (f"fair {PROMISE} a,,b", "a seat's seed is 1 to 64"),
        (f"fair {PROMISE} a,b 6f", "the server's seed is 64 hex digits"),
        (f"fair {PROMISE} a,b {SERVER} more", "fair dice are 'fair', the commitment"),
    ],
)
def test_a_malformed_line_of_fair_dice_is_one_sentence(whole, line, told, tmp_path):
    text = re.sub("dice fair .*", f"dice {line}", whole)
    with pytest.raises(ContentError, match=f"game.tip:5:6: {told}"):
        Record.parse(text, "game.tip")
    assert f":5:6: {told}" in run("verify", saved(tmp_path, text), code=2).stderr


# -- tipover verify ----------------------------------------------------------------------------------------------


def saved(folder: Path, text: str) -> Path:
    path = folder / "game.tip"
    path.write_text(text, encoding="utf-8")
    return path


def test_verify_proves_a_whole_game(whole, tmp_path):
    path = saved(tmp_path, whole)
    match = Record.parse(whole).replay()
    thrown = [line.split() for line in match.lines if line.startswith("roll")]
    said = " ".join(run("verify", path).stdout.split())
    assert f"The server's seed fits the commitment {PROMISE}" in said
    assert "It is mixed with the seeds of the seats: ann-1, b0b_." in said
    assert f"{sum(len(one) - 1 for one in thrown)} dice in {len(thrown)} rolls and 1 flip: every one is what the mixed seeds give." in said
    assert f"All {len(match.choices)} choices are legal." in said and "The result fits: light " in said
    assert said.endswith("Proven.")
    data = answer("verify", path)
    assert data["proven"] is True and data["dice"] == "fair" and data["refusal"] == "" and data["line"] == 0
    assert (data["rolls"], data["flips"], data["choices"]) == (len(thrown), 1, len(match.choices))
    assert answer("verify", "-", typed=whole)["proven"] is True


def test_one_choice_is_said_of_in_the_singular(tmp_path):
    path = saved(tmp_path, Record.of(fair_match(choices=1)).text())
    assert "The one choice is legal." in run("verify", path, code=1).stdout
    assert "\n1 choice, not finished" in run("replay", path).stdout
    assert "the record has 1 choice." in run("replay", path, "--at", "9", code=2).stderr


def test_a_game_with_cards_of_a_further_pack_is_refused_with_the_option_that_adds_it(whole, tmp_path):
    first = json.loads(re.search("^setup (.*)$", whole, re.M).group(1))["sides"][0]["figures"][0]
    text = re.sub("catalog .*", "catalog 0123456789abcdef", whole.replace(json.dumps(first), '"Fitch Wren"'))
    for command in ("verify", "replay"):
        said = " ".join(run(command, saved(tmp_path, text), code=2).stderr.split())
        assert "Fitch Wren" in said and "name their folder with --packs" in said


def not_proven(folder: Path, text: str) -> tuple[int, str]:
    """The line at which a record is not proven, and why; the words and the JSON say the same."""
    path = saved(folder, text)
    data = answer("verify", path, code=1)
    assert data["proven"] is False
    said = "".join(run("verify", path, code=1).stdout.split())
    assert said.endswith("".join(f"Not proven: {data['refusal']}".split()))
    return data["line"], data["refusal"]


def line_of(text: str, start: str) -> int:
    """The number of the last line whose choice begins so."""
    return max(k for k, line in enumerate(text.split("\n"), 1) if re.match(rf"\d+ {start}", line))


def changed(text: str, number: int, old: str, new: str) -> str:
    lines = text.split("\n")
    assert re.search(old, lines[number - 1])
    lines[number - 1] = re.sub(old, new, lines[number - 1], count=1)
    return "\n".join(lines)


def test_a_changed_die_is_found(whole, tmp_path):
    number = line_of(whole, "roll .*b")
    line, why = not_proven(tmp_path, changed(whole, number, r" b\b", " s"))
    assert line == number and "is not what the mixed seeds give" in why


def test_every_changed_chance_is_found(whole, tmp_path):
    """Each die of the game in its turn."""
    for number, line in enumerate(whole.split("\n"), 1):
        if re.match(r"\d+ (roll|flip)", line):
            face = line.split()[2]
            other = {"light": "dark", "dark": "light", "b": "s", "s": "!", "!": "b"}[face]
            text = changed(whole, number, rf"( roll| flip) {re.escape(face)}", rf"\1 {other}")
            with pytest.raises(ContentError, match=f":{number}:.* is not what the mixed seeds give"):
                Record.parse(text).replay()


def test_a_changed_seed_of_a_seat_is_found(whole, tmp_path):
    line, why = not_proven(tmp_path, whole.replace("ann-1", "ann-2"))
    assert line >= 8 and "is not what the mixed seeds give" in why


def test_a_changed_seed_of_the_server_is_found(whole, tmp_path):
    line, why = not_proven(tmp_path, whole.replace(SERVER, "60" + SERVER[2:]))
    assert line == 5 and "the server's seed does not fit the commitment" in why


def test_a_changed_commitment_is_found(whole, tmp_path):
    line, why = not_proven(tmp_path, whole.replace(PROMISE, commitment("other")))
    assert line == 5 and "the server's seed does not fit the commitment" in why


def test_a_seed_with_its_commitment_changed_is_found_by_the_dice(whole, tmp_path):
    other = "60" + SERVER[2:]
    line, why = not_proven(tmp_path, whole.replace(SERVER, other).replace(PROMISE, commitment(other)))
    assert line >= 8 and "is not what the mixed seeds give" in why


def test_a_changed_choice_is_found(whole, tmp_path):
    number = line_of(whole, "[LD][12]: move")
    line, why = not_proven(tmp_path, changed(whole, number, r"move \w+", "move a1"))
    assert line >= number, why
    line, why = not_proven(tmp_path, changed(whole, 9, r"place (\w+) \w+", r"place \1 d4"))
    assert line == 9 and "is refused" in why


def test_a_changed_result_is_found(whole, tmp_path):
    line, why = not_proven(tmp_path, re.sub("=== light .*", "=== light 9 dark 0", whole))
    assert line == len(whole.split("\n")) - 1 and "does not fit the game" in why


def test_a_seeds_record_is_proven_by_its_seed(tmp_path):
    match = Match(first_game("golden_girls", quick=True), 7)
    match.play(match.state.decision.options[0])
    text = Record.of(match).text()
    path = saved(tmp_path, text)
    said = " ".join(run("verify", path).stdout.split())
    assert "1 flip: every one is what the seed '7' gives." in said and said.endswith("Proven.")
    assert "The record tells no result; the game stands at light 0 dark 0." in said
    flipped = text.replace("flip light", "flip dark") if "flip light" in text else text.replace("flip dark", "flip light")
    line, why = not_proven(tmp_path, flipped)
    assert line == 8 and "is not what the seed gives" in why


def test_stated_dice_prove_nothing(tmp_path):
    match = fair_match(choices=12)
    line, why = not_proven(tmp_path, Record.of(match).text())
    assert line == 0 and "its dice are stated, without a seed, so nothing can be proved about them" in why


def test_fair_dice_of_a_game_that_goes_on_are_not_proven_yet(whole, tmp_path):
    _, why = not_proven(tmp_path, whole.replace(f" {SERVER}", ""))
    assert "the server's seed is not in the record; it is shown when the game is over" in why


def test_what_is_no_record_is_refused_by_verify(whole, tmp_path):
    assert "this is no record" in run("verify", "-", typed="drawing", code=2).stderr
    assert "cannot be read" in run("verify", tmp_path / "none.tip", code=2).stderr
    assert ":4:7: the set-up cannot be played" in run("verify", saved(tmp_path, whole.replace("Rose Nylund", "Nobody")), code=2).stderr


# -- S10: a verifier of its own, and whether the dice are fair ---------------------------------------------------


def by_hand(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 from its definition, for short keys and those of 64 bytes."""
    assert len(key) <= 64
    block = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


def verified(text: str) -> int:
    """Reckon every die of a record again with SHA-256 alone; how many chance answers there were.

    It plays the choices only to learn what chance was asked; the answers come from the text of the record.
    """
    promise, seeds, server = re.search(r"^dice fair (\w+) (\S+) (\w+)$", text, re.M).groups()
    assert hashlib.sha256(server.encode()).hexdigest() == promise
    key = by_hand(server.encode(), seeds.encode()).hex().encode()
    record = Record.parse(text)
    record.dice = "stated"
    asked: list[Decision] = []
    match = record.begin(load())
    for line in record.lines:
        ask = match.state.decision
        match.play(line)
        if ask.is_chance:
            asked.append(ask)
            total = sum(ask.weights)
            drawn = int.from_bytes(by_hand(key, str(len(asked)).encode()), "big")
            assert drawn < 2**256 - 2**256 % total, "a draw in the last stretch: so rare that none comes in a life"
            assert match.choices[-1] == outcome(ask, drawn % total), line
    return len(asked)


def outcome(ask: Decision, rest: int) -> Choice:
    """The option in whose stretch a number falls, each as wide as its weight."""
    for option, weight in zip(ask.options, ask.weights, strict=True):
        if rest < weight:
            return option
        rest -= weight
    raise AssertionError("beyond the last outcome")


def games_verify(games: int) -> None:
    packs = ("golden_girls", "marvel", "squid_game")
    for k in range(games):
        server = hashlib.sha256(f"game {k}".encode()).hexdigest()
        seeds = tuple(f"{seat}-{k}" for seat in range(2))
        match = fair_match(server, seeds, pack=packs[k % 3])
        assert verified(Record.of(match).text()) == match.dice.asked > 0


def test_games_verify():
    games_verify(100)


@pytest.mark.soak
def test_ten_thousand_games_verify():
    games_verify(10_000)


def roll_of(dice: int) -> Decision:
    options, weights = rolls(dice)
    return Decision(questions.ROLL, [CHANCE], -1, -1, options, weights)


def chance_of_so_much(faces: int, dice: int) -> float:
    """The p of a chi-square test with two degrees of freedom: bursts, shields and triples come as 3 : 2 : 1."""
    fair = FairDice(SERVER, SEEDS)
    ask = roll_of(dice)
    counts = [0, 0, 0]
    for _ in range(faces // dice):
        for face in fair.answer(ask).path:
            counts[face] += 1
    assert sum(counts) == faces
    expected = [faces / 2, faces / 3, faces / 6]
    return exp(-sum((seen - due) ** 2 / due for seen, due in zip(counts, expected, strict=True)) / 2)


@pytest.mark.parametrize("dice", [1, 2, 4])
def test_faces_come_as_often_as_they_should(dice):
    assert chance_of_so_much(60_000, dice) > 0.001


@pytest.mark.soak
@pytest.mark.parametrize("dice", [1, 2, 4])
def test_a_million_faces_come_as_often_as_they_should(dice):
    assert chance_of_so_much(1_000_000, dice) > 0.001


def test_the_json_of_verify_is_for_programs(whole, tmp_path):
    shown = json.loads(run("verify", saved(tmp_path, whole), "--json").stdout)
    assert sorted(shown) == ["choices", "dice", "faces", "flips", "line", "proven", "refusal", "rolls", "said", "warnings"]
