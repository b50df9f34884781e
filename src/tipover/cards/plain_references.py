"""Whoever `him`, `that foe` or `the victim` is in a sentence of plain English, once the whole sentence is known."""

from __future__ import annotations

import re

from tipover.cards.vocabulary import NUMBER_WORDS, SAME_WORDS, VERBS

_PHRASE = re.compile(r"\{(\S+?):(\S+)")
_BROUGHT_IN = re.compile(r"<(challenger|target)>")
_LATE_CONDITION = re.compile(r"^(.*?)<if> (.+?) <then> (.+?)((?: \. .*)?)$")
_ONE_PHRASE = re.compile(r"\{(?:a|another):\S+ ((?:[^{}]|\{[^{}]*\})*) \}")
_DEED_OF_CHALLENGE = re.compile(r"(?:^|[.,:] |then |may |to |or |times : )(?:do a )?(?:basic |range \d+ )?challenge\b", re.IGNORECASE)
_FIGURES = frozenset(["rival", "ally", "figure", "character", "minion", "companion", "opponent"])
_PIECES = frozenset(["token", "marker"])
_KNOCKS_DOWN = re.compile(r"(?:when|after) ((?:[^,.]|\{[^{}]*\})+?) <down> , (?!if\b)([^.]*?)( \. once per \w+)?$")
_BEFORE = re.compile(
    rf"\b(a|an|another|the|each|(?:up to )?(?:\d+|{'|'.join(NUMBER_WORDS)})) (?:[\w-]+ ){{0,3}}(rivals?|all(?:y|ies)|figures?|characters?|minions?|companions?)\b"
)
_OF_THIS = re.compile(r"\b(within \d+|in sight) of this\b")  # which is meant without a word
_SHARED_HEAD = re.compile(r"((?:while|until) [^,]+ , )(?=[^.]* <and> )")
_TRIGGER = re.compile(r"(?:when|after|at|before|instead)\b")
# After these, what goes on stays in the sentence: whoever declines, or does not meet the condition, does not do it.
_KEEPS_ON = re.compile(r"(?:^|[.,:] )(?:if|<if>|for each|\S+ times|otherwise|control)\b|<if>|\bmay\b")
_BY_ANOTHER = re.compile(r"(?:^|.*[.,:] )(?:\{|@|it\b)")
# What holds for several: `Each ally gets … next to it` is `Allies have … adjacent to them`.
_OF_SEVERAL = re.compile(r"(?:^|, )(?:[\w-]+ )?(?:rivals|allies|figures|characters|minions|companions) [^,]*?\b(?:has|can|rolls)\b")
_UNSURE = "?"  # two could be meant


class _Known:
    """Who was brought in so far, and how a later word refers to each."""

    def __init__(self, by_noun: bool = False) -> None:
        self.by_noun = by_noun  # whether who is spoken of by a noun is meant by it, `that ally`, where `it` could be another
        self.last = ""  # `it`, `them`, `the target`, `the challenger`; empty if nobody was
        self.nouns: dict[str, str] = {}  # by the noun with which somebody was brought in
        self.target = False  # whether somebody was challenged
        self.part = False  # whether the last has a part in the challenge that the text waits for

    def bring_in(self, det: str, noun: str, is_placed: bool = False) -> None:
        """Somebody with a noun of their own; after a piece that was placed, `it` may be that."""
        noun = noun.rpartition(" ")[2]  # of a minion with a name too
        if det in ("no", "that"):
            return
        if noun not in _FIGURES:
            self.last = self.last or (_UNSURE if noun in _PIECES and is_placed else "")
            return
        self.part = False
        self.last = "it" if det in ("a", "an", "another", "the") else "them"
        self.nouns[noun] = self.last

    def bring_in_part(self, part: str) -> None:
        """Who challenges or is challenged, without a noun in the language."""
        self.nouns["rival"] = self.nouns["figure"] = f"the {part}"
        self.last = _UNSURE if self.last else f"the {part}"
        self.target = self.target or part == "target"
        self.part = True

    def meant(self, word: str, is_doer: bool) -> str:
        """The word of the language for one of the grammar; empty if nobody fits, or more than one."""
        if word == "@it" and is_doer and self.part:
            found = "this" if self.last == "the target" else _UNSURE  # `When this knocks somebody down, it may …`
        elif word == "@it":
            found = self.last or "this"
        elif word == "@them":
            found = "them"  # refused in its turn where nobody brought several in
        elif word == "@target":
            found = "the target" if self.target else self.nouns.get("rival") or self.nouns.get("figure") or self.nouns.get("character", "")
        else:
            noun = word.removeprefix("@")
            is_in_challenge = self.last in ("the target", "the challenger") and noun in ("rival", "figure", "character")
            is_any = noun in ("figure", "character")
            found = self.last or "this" if is_in_challenge or is_any else self.nouns.get(noun, "")
            if self.by_noun and found == "it" and not is_any:
                found = f"that {noun}"
        return "" if found == _UNSURE else found


def with_references(text: str, before: str, by_noun: bool = False) -> str:
    """A text with words of the language for those it meant before, and without the marks of the grammar; empty if nobody fits one of them.

    `before` is what the rule says before it; `by_noun` has `that ally` for whoever is spoken of by a noun.
    """
    known = _Known(by_noun)
    before = _in_words_of_the_language(before)
    for det, noun in _BEFORE.findall(before):
        singular = {"allies": "ally"}.get(noun, noun.removesuffix("s"))
        known.bring_in("each" if noun != singular else det, singular)
    if _DEED_OF_CHALLENGE.search(before):
        known.last, known.target = "the target", True
    text = _gone_on(text)
    text = _KNOCKS_DOWN.sub(r"after \1 <target> , if the target is knocked down , \2\3", text)
    if "<down>" in text or "<on>" in text:
        return ""
    words = _with_conditions_first(_shared_out(text)).split()
    found: list[str] = []
    open_phrases: list[tuple[str, str, bool]] = []
    is_target = by_other = in_challenge = False
    for k, word in enumerate(words):
        if marked := _PHRASE.fullmatch(word):
            open_phrases.append((marked[1].replace("_", " "), marked[2].replace("_", " "), found[-1:] == ["place"]))
            is_target = is_target or (len(open_phrases) == 1 and found[-1:] == ["against"] and known.target)
        elif word == "}":
            det, noun, is_placed = open_phrases.pop()
            if open_phrases or not is_target:
                known.bring_in(det, noun, is_placed)
            else:
                is_target, known.last = False, "the target" if det != "each" else _UNSURE
        elif brought := _BROUGHT_IN.fullmatch(word):
            known.bring_in_part(brought[1])
        elif word == "<own>":  # the turn of `this`; after somebody else was named, `its turn` would be that one's
            if known.last:
                return ""
            found.append("its")
        elif (
            word == "<now>"
        ):  # whose turn it is while something holds is `its turn` only if nobody else was named, and nothing is waited for
            found.append("the" if known.last or _TRIGGER.match(before) or _TRIGGER.match(" ".join(found)) else "its")
        elif word == "<away>":
            found += ["away", "from", "this"] if by_other else []
        elif word[0] == "@":
            is_doer = words[k + 1 : k + 2] == ["may"] or found[-1:] in ([], [","], ["."], ["then"])
            is_plural = word == "@it" and not known.last and _OF_SEVERAL.search(" ".join(found).rpartition(" . ")[2])
            meant = "them" if is_plural else known.meant(word, is_doer)
            if in_challenge and word == "@it" and meant != "it":
                meant = "the target" if meant == "this" else ""
            if not meant or (meant == "this" and found[-1:] and found[-1] in VERBS and "this" not in found):
                return ""
            found.append(meant)
        else:
            found.append(word)
            if word == "move":
                by_other = k > 0 and (words[k - 1] == "}" or words[k - 1][0] == "@" or words[k - 1] == "it")
            in_challenge = in_challenge and word not in (".", ":", "then", "or", "against")
            if word == "challenge" and _DEED_OF_CHALLENGE.search(" ".join(found[-6:])):
                known.target = in_challenge = True
                if "against" not in _clause(words[k + 1 :]):
                    known.last = "the target"
    return _OF_THIS.sub(r"\1", " ".join(found))


_SWAPPED_BY_ANOTHER = re.compile(
    r"\b(?:it|they|(?:an?|each|another|the|that) [^.,:;]*?) (?:may swap|swaps|swap) this with\b", re.IGNORECASE
)


def swaps_another(sentence: str) -> bool:
    """Whether somebody else would change the square of `this`: who `swaps with` somebody changes its own."""
    return bool(_SWAPPED_BY_ANOTHER.search(sentence))


def names_somebody(before: str) -> bool:
    """Whether a text brings figures in, so that `its` after it means one of them."""
    return bool(_BEFORE.search(_in_words_of_the_language(before)))


def _in_words_of_the_language(text: str) -> str:
    return re.sub(r"[\w'-]+", lambda word: SAME_WORDS.get(word[0], word[0]), " ".join(text.lower().split()))


def _clause(words: list[str]) -> list[str]:
    """The words up to the end of a clause."""
    end = next((k for k, word in enumerate(words) if word in (".", ":", "then", "or")), len(words))
    return words[:end]


def _gone_on(text: str) -> str:
    """A text that goes on with `, then` where it has to, and otherwise in a new sentence; it stays if somebody else would go on."""
    before, mark, after = text.partition(" <on> ")
    last = before.rpartition(" . ")[2]
    if not mark or _BY_ANOTHER.match(last):
        return text
    return f"{before} , then {after}" if _KEEPS_ON.search(last) else f"{before} . {after}"


def _shared_out(text: str) -> str:
    """A text in which every one of several standing rules has the condition or the time that was said once for all of them."""
    shared = _SHARED_HEAD.match(text)
    head, rest = (shared[1], text[shared.end() :]) if shared else ("", text)
    return head + f" . {head}".join(rest.split(" <and> "))


def _with_conditions_first(text: str) -> str:
    """A text in which a condition said last stands first; one about whom something is done to is asked when that one is chosen."""
    if not (late := _LATE_CONDITION.match(text)):
        return text
    before, condition, deed, rest = late.groups()
    chosen = _ONE_PHRASE.search(deed)
    if "@" not in condition or not chosen:
        return f"{before}if {condition} , {deed}{rest}"
    return f"{before}choose {chosen[0]} . if {condition} , {deed.replace(chosen[0], '@it')}{rest}"
