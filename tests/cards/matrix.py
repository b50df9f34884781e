"""Every verb with every kind of thing as its object and as its doer: refused by the checker, or shown to act by the trial."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import NamedTuple

from tipover.cards.character_files import MOST_ABILITIES
from tipover.cards.check import check_rule
from tipover.cards.check_chains import check_chains
from tipover.cards.check_text import WrittenRule
from tipover.cards.lex import NameTable
from tipover.cards.pack import inspect
from tipover.cards.read import RuleError, _TextReader, read_rule
from tipover.cards.signatures import SIGNATURES
from tipover.cards.toml import Document
from tipover.cards.vocabulary import NOUNS
from tipover.cards.words_phrases import article
from tipover.play.trial.card_trial import Trial

NAMES = NameTable(
    token=["Net", "Oil"], marker=["Lantern"], minion=["Gull"], deck=["Weather"], die=["Bone"], area=["Control"],
    status=["Soaked", "Coin"], item=["Rope"], figure=["Bosun"], piece=["Bell"], character=["Mate"],
)  # fmt: skip
NAMES.numbers = {"Net token": 3, "Oil token": 3, "Lantern marker": 2, "Gull minion": 2}  # as `write_pack` makes them
SOAK = os.environ.get("TIPOVER_SOAK") == "1"
REFUSED, ACTS, DEAD, CRASHES = "refused", "acts", "dead", "crashes"

# What each verb is tried with; X is the object or the doer.
OBJECTS: dict[str, list[str]] = {
    "move": ["Move X 1."],
    "push": ["Push X 1."],
    "pull": ["Pull X 1."],
    "place": ["Place X within 3."],
    "swap": ["Swap this with X.", "Swap X with an ally."],
    "put": ["Put X on the 2 of your track."],
    "shift": ["Shift X up 1."],
    "give": ["Give X to an ally.", "Give the Rope to X."],
    "gain": ["Gain X."],
    "lose": ["Lose X."],
    "do": ["Do X."],
    "challenge": ["Challenge 2 against X."],
    "roll": ["Roll X."],
    "stand": ["Stand X up."],
    "knock": ["Knock X down.", "Knock X out."],
    "control": ["Control X: it moves 1."],
    "turn": ["After this rolls dice, turn X to a shield."],
    "reroll": ["After this rolls dice, reroll X."],
    "add": ["Roll 2 dice. Add X to the roll. Gain 1 point for each success."],
    "make": ["When an ally is challenged, make X the target."],
    "take": ["Take X."],
    "discard": ["Discard X."],
    "remove": ["Remove X."],
    "play": ["Play X."],
    "claim": ["Claim X."],
    "exhaust": ["Exhaust X."],
    "refresh": ["Refresh X."],
    "return": ["Return X."],
    "flip": ["Flip X."],
}
DOERS: dict[str, list[str]] = {
    "move": ["X moves 1.", "X moves this 1."],
    "push": ["X pushes an adjacent figure 1."],
    "pull": ["X pulls a figure in sight 1."],
    "place": ["X places this within 3."],
    "swap": ["X swaps this with an ally."],
    "put": ["X puts an ability token on your track on the 4 of your track."],
    "shift": ["X shifts an ability token on a track up 1."],
    "give": ["X gives the Rope to an ally."],
    "gain": ["X gains 1 point."],
    "lose": ["X loses 1 point."],
    "do": ["X does a basic move."],
    "challenge": ["X does a challenge 2."],
    "defend": ["X defends against a challenge 2."],
    "roll": ["X rolls 2 dice."],
    "stand": ["X stands up."],
    "knock": ["X knocks this down."],
    "control": ["X controls this: it moves 1."],
    "turn": ["After this rolls dice, X turns a die to a shield."],
    "reroll": ["After this rolls dice, X rerolls a die."],
    "add": ["After this rolls dice, X adds a die to the roll."],
    "make": ["When this is challenged, X makes an ally the target."],
    "take": ["X takes an adjacent marker."],
    "discard": ["X discards a Weather card."],
    "remove": ["X removes an adjacent token."],
    "play": ["X plays a Weather card."],
    "claim": ["X claims an area."],
    "exhaust": ["X exhausts a rival."],
    "refresh": ["X refreshes an ally."],
    "return": ["X returns an ability token on your track."],
    "flip": ["X flips Coin."],
    "choose": ["X chooses a rival. Push it 1."],
    "win": ["X wins."],
}
NOT_THINGS = ("target", "challenger", "owner", "success", "square moved", "set-up square", "last square", "map", "companion action")
PHRASES: dict[str, str] = {
    **{noun: f"{article(noun)} {noun}" for noun in NOUNS if noun not in NOT_THINGS},
    "the map": "the map",
    "Net token": "a Net token",
    "Lantern marker": "a Lantern marker",
    "Gull minion": "a Gull minion",
    "Weather card": "a Weather card",
    "Bone die": "a Bone die",
    "Control area": "a Control area",
    "Coin": "Coin",
    "Rope": "the Rope",
    "Bosun": "Bosun",
    "Mate": "Mate",
    "this card": "this card",
    "you": "you",
}
OWN = ("Net", "Oil", "Lantern", "Gull", "Weather", "Bone", "Soaked", "Coin")  # each character has its own of these


class Cell(NamedTuple):
    """A sentence of the matrix: its verb, the noun it is tried with, `object` or `doer`."""

    verb: str
    noun: str
    role: str
    rule: str


def cells() -> list[Cell]:
    """Every sentence of the matrix."""
    assert {*OBJECTS, *DOERS} >= SIGNATURES.keys()
    found: list[Cell] = []
    for role, table in (("object", OBJECTS), ("doer", DOERS)):
        for verb, forms in table.items():
            for noun, phrase in PHRASES.items():
                for form in forms:
                    rule = form.replace("X", phrase)
                    found.append(Cell(verb, noun, role, rule[0].upper() + rule[1:]))
    return list(dict.fromkeys(found))


def findings(rule: str, what: str) -> list[str]:
    """Why the reader or the checker refuses a rule; empty if they do not."""
    try:
        texts = tuple(read_rule(rule, NAMES))
    except RuleError as error:
        return [mistake.message for mistake in error.mistakes]
    written = WrittenRule(Document("x.toml", f'name = "X"\ncost = "{COST}"'), ("rule",), rule, texts, what, what == "an ability", NAMES)
    found = [*check_rule(written), *(finding for _, finding in check_chains([written]))]
    return [one.message for one in found if not one.warning]


COST = "red 1"  # of every ability
MOST_RULES = 400  # in one pack; each trigger has a character, and so a file, of its own


def is_trigger(rule: str) -> bool:
    """Whether a rule waits for an event, so that it stands in a trait."""
    return rule.startswith(("When ", "After ", "At ", "Before "))


def is_readable(rule: str) -> bool:
    """Whether the reader takes a rule, without what it would suggest instead, which takes most of the time; the soak asks for that too."""
    if not SOAK:
        try:
            _TextReader(rule, NAMES, suggests=False).texts()
        except RuleError:
            return False
    return True


def accepted(rules: list[str]) -> list[str]:
    """The rules that the checker accepts, as an ability or as a trait."""
    return [rule for rule in rules if is_readable(rule) and not findings(rule, "a trait" if is_trigger(rule) else "an ability")]


def write_pack(folder: Path, rules: list[str]) -> dict[tuple[str, str], str]:
    """A pack with the rules on characters that each have pieces of their own; the rule by the character's file and the name of its card."""
    used = [rule for rule in rules if not is_trigger(rule)]
    traits = [rule for rule in rules if is_trigger(rule)]
    shares = [used[k : k + MOST_ABILITIES] for k in range(0, len(used), MOST_ABILITIES)]
    shares += [[] for _ in range(len(traits) - len(shares))]
    (folder / "characters").mkdir(parents=True)
    (folder / "pack.toml").write_text('name = "Matrix"\nversion = "1"\nneeds = ["core"]\n', encoding="utf-8")
    attached = [
        '[[item]]\nname = "Rope"\nback = { name = "Cord" }\n',
        '[[companion]]\nname = "Bosun"\ndefense = 1\n',
        '[[objective]]\nname = "Bell"\ndefense = 1\n',
    ]
    (folder / "attachments.toml").write_text("\n".join(attached), encoding="utf-8")
    mate = 'name = "Mate"\ntokens = ["blue", "red"]\ndefense = 2\n'
    (folder / "characters" / "mate.toml").write_text(mate, encoding="utf-8")
    pieces: list[str] = []
    cards: list[str] = []
    found: dict[tuple[str, str], str] = {}
    for k, share in enumerate(shares):
        end = chr(97 + k // 26) + chr(97 + k % 26)
        owner = f'of = "Tester{end}"\n'
        lines = [f'name = "Tester{end}"', 'tokens = ["blue", "red"]', "defense = 2"]
        for j, rule in enumerate(share):
            lines += ["[[ability]]", f'name = "Try {j}"', f'cost = "{COST}"', f"rule = {_own(rule, end)}"]
            found[f"tester{end}.toml", f"Try {j}"] = rule
        if k < len(traits):
            lines += ["[trait]", f'name = "Waits{end}"', f"rule = {_own(traits[k], end)}"]
            found[f"tester{end}.toml", f"Waits{end}"] = traits[k]
        (folder / "characters" / f"tester{end}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        pieces.append(f'[[token]]\nname = "Net{end}"\nnumber = 3\ndefense = 1\n{owner}')
        pieces.append(f'[[token]]\nname = "Oil{end}"\nnumber = 3\non = "card"\n{owner}')
        pieces.append(f'[[marker]]\nname = "Lantern{end}"\nnumber = 2\ndefense = 1\n{owner}')
        pieces.append(f'[[minion]]\nname = "Gull{end}"\nnumber = 2\ndefense = 1\n{owner}')
        pieces.append(f'[[die]]\nname = "Bone{end}"\nfaces = ["burst", "shield"]\n{owner}')
        cards.append(f'[[status]]\nname = "Soaked{end}"\nnumber = 2\n{owner}')
        cards.append(f'[[status]]\nname = "Coin{end}"\nfront = "Heads{end}"\n{owner}back = {{ name = "Tails{end}" }}\n')
        cards.append(f'[[deck]]\nname = "Weather{end}"\n{owner}')
        cards += [
            f'[[card]]\ndeck = "Weather{end}"\nname = "{name}{end}"\nrule = "Figures have 1 more movement."\n' for name in ("Swell", "Calm")
        ]
    (folder / "pieces.toml").write_text("\n".join(pieces), encoding="utf-8")
    (folder / "status.toml").write_text("\n".join(cards), encoding="utf-8")
    return found


def _own(rule: str, end: str) -> str:
    """A rule in TOML, with the names of one character's own pieces."""
    for name in OWN:
        rule = re.sub(rf"\b{name}\b", f"{name}{end}", rule)
    return json.dumps(rule)


def tried(folder: Path, rules: list[str]) -> dict[str, str]:
    """What the trial says of rules that the checker accepts: nothing if a rule acts, otherwise what it lacked or broke.

    In packs of so many rules that none has more files than a pack may have.
    """
    found: dict[str, str] = {}
    for first in range(0, len(rules), MOST_RULES):
        found |= _tried_pack(folder / f"from{first}", rules[first : first + MOST_RULES])
    return found


def _tried_pack(folder: Path, rules: list[str]) -> dict[str, str]:
    where = write_pack(folder, rules)
    (pack,), sound, _ = inspect([folder])
    assert not pack.all_faults(), [str(fault) for fault in pack.all_faults()[:5]]
    trial = Trial(sound, pack.key, [one for one in pack.rules if one.document.file.endswith(".toml")])
    trial.run()
    found: dict[str, str] = {}
    by_place = {(one.document.file, one.place(text.at)[0]): one for one in pack.rules for text in one.texts}
    for sort, faults in ((CRASHES, trial.faults), (DEAD, trial.warnings)):
        for fault in faults:
            written = by_place[fault.file, fault.line]
            key = (Path(fault.file).name, written.name)
            if key in where:
                found[where[key]] = f"{sort}: {fault.message}"
    return found
