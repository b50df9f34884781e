"""Who plays in the games of a trial: each character, attachment and scenario of a pack, in every mode and number it can meet."""

from __future__ import annotations

from collections.abc import Container, Iterator

from tipover.cards.ast import Group, Ref, Text, walk
from tipover.cards.catalog import CHARACTER, COMPANION, Catalog, FigureCard, PieceCard, Scenario
from tipover.engine.core.arrange import AGAINST_ULTIMATE
from tipover.engine.core.attachments import names_of
from tipover.engine.core.setup import SetupError
from tipover.play.deal import FFA_3, FFA_4, FIRST, TEAMS, THREE, TWO, ULTIMATE, Described, Draw, Wish, deal

MODES = {THREE: (2, 3), TWO: (2, 2), FFA_3: (3, 2), FFA_4: (4, 1), TEAMS: (2, 6)}  # sides, and characters a side
ROUNDS = 9
MEETINGS = NAMED_ALLIES, NAMED_RIVALS, THEMSELVES = range(3)  # whom the cards of a pack meet in a game
MOST_HUNG = 2


class Casts:
    """Descriptions of games with the cards of a pack, drawn from one seed for all packs, whatever their folders are called."""

    def __init__(self, catalog: Catalog, pack: str) -> None:
        self.catalog = catalog
        self.draw = Draw("trial")
        self.everyone = [one for one in catalog.figures if one.kind == CHARACTER and not one.basic]
        self.own = [one for one in self.everyone if one.pack == pack]
        self.scenarios = [one for one in catalog.scenarios if one.pack == pack]
        self.attachments = [name for name in names_of(catalog) if self._pack_of(name) == pack]
        self.cards = [one.name for one in catalog.pieces if one.is_for_all and one.pack == pack]
        self.errors: list[SetupError] = []  # why games could not be set up

    def _pack_of(self, name: str) -> str:
        figure = self.catalog.figure(name)
        return self.catalog.figures[figure].pack if figure >= 0 else self.catalog.pieces[self.catalog.piece(name)].pack

    def first(self) -> Iterator[Described]:
        """A game for every card in every mode that it can meet."""
        for mode in MODES:
            yield from self.mode(mode, self.own, self.attachments)
        for one in self.own:
            yield from self._ultimate(one)
        for scenario in self.scenarios:
            yield from self._of_scenario(scenario)

    def further(self, idle: Container[int], number: int) -> Iterator[Described]:
        """More games with whoever has texts among the idle ones (by the id of their tree), in one of the modes."""
        mode = list(MODES)[number % len(MODES)]
        wanted = self._with_texts(idle)
        own = [one for one in self.own if one.name in wanted]
        attachments = [one for one in self.attachments if one in wanted]
        scenarios = [one for one in self.scenarios if one.name in wanted]
        if own or attachments or not scenarios:
            yield from self.mode(mode, own, attachments, number // len(MODES) + number)
        if own:
            yield from self._ultimate(own[number % len(own)])
        if scenarios:
            yield from self._of_scenario(scenarios[number % len(scenarios)])

    def _with_texts(self, idle: Container[int]) -> set[str]:
        """The names of the characters, attachments and scenarios that bring idle texts into a game."""
        found: set[str] = set()
        for card in self.catalog.figures:
            if any(id(text) in idle for text in texts_of(card)):
                found |= {card.name, card.card, card.of}
        for piece in self.catalog.pieces:
            if any(id(text) in idle for text in piece.texts):
                found |= {piece.name, piece.of, *(deck.of for deck in self.catalog.decks if deck.name == piece.deck)}
                found |= {one.name for one in self.catalog.pieces if one.other == piece.name}
        for scenario in self.scenarios:
            cards: list[FigureCard | PieceCard] = [*scenario.minions, *scenario.pieces]
            if any(id(text) in idle for texts in [*scenario.texts.values(), *(card.texts for card in cards)] for text in texts):
                found.add(scenario.name)
        return found

    def _ultimate(self, one: FigureCard) -> Iterator[Described]:
        if one.ultimate is not None:
            rest = self.draw.mixed([other.name for other in self.everyone if other is not one])
            yield from self._dealt(Wish(ULTIMATE, teams=((one.name,), tuple(rest[:AGAINST_ULTIMATE])), rounds=ROUNDS, dealt=True))

    def mode(self, mode: str, own: list[FigureCard], attachments: list[str], company: int = -1) -> Iterator[Described]:
        """Games of a mode in which each of some characters and attachments has a place.

        `company` says, by its remainder, whom they meet: those they name beside them, those they name as rivals, or
        themselves; below 0 it is drawn.
        """
        sides, size = MODES[mode]
        waiting = self.draw.mixed(own)
        attached = self.draw.mixed(attachments)
        begun = False
        while waiting or attached or not begun:
            begun = True
            meets = company % len(MEETINGS) if company >= 0 else self.draw.randrange(len(MEETINGS))
            is_with = meets != NAMED_RIVALS
            team = self._team(waiting, size, is_with)
            rivals = self.draw.mixed([one for one in self.everyone if one not in team])
            if not is_with:
                rivals += [other for one in team if one in own for other in self._named_by(one) if other in rivals]
            teams = [team, *(self._filled([], size, rivals) for _ in range(sides - 1))]
            if meets == THEMSELVES:
                teams[1] = list(team)
            if self.draw.randrange(3) == 0:
                teams = [*teams[1:], team]
            hung = self._hung(team, attached, min(size, MOST_HUNG)) or self.draw.mixed(attachments or self.attachments)[:1]
            scenario = self._scenario_of(team, sides)
            yield from self._dealt(
                Wish(mode, self._map_of(team, sides, scenario), scenario, self._with(teams, team, hung), ROUNDS, dealt=True)
            )

    def _team(self, waiting: list[FigureCard], size: int, is_with: bool) -> list[FigureCard]:
        """A team of those who wait, each with the characters its card names if there is room; else they are left to the rivals."""
        team: list[FigureCard] = []
        while waiting and len(team) < size:
            one = waiting.pop()
            team.append(one)
            for other in self._named_by(one) if is_with else ():
                if other not in team and len(team) < size:
                    team.append(other)
                    if other in waiting:
                        waiting.remove(other)
        named = [other for one in team for other in self._named_by(one)]
        return self._filled(team, size, self.draw.mixed([one for one in self.everyone if one not in team and one not in named]))

    def _named_by(self, card: FigureCard) -> list[FigureCard]:
        words = _words(card)
        return [one for one in self.everyone if one is not card and one.name in words]

    def _hung(self, team: list[FigureCard], attached: list[str], most: int) -> list[str]:
        """The attachments of a team: those that its cards name, then some that still wait."""
        words = {word for card in team if card in self.own for word in _words(card)}
        named = [name for name in names_of(self.catalog) if name in words or self._marker(name) in words][:most]
        waiting = [name for name in attached if name not in named][: most - len(named)]
        attached[:] = [name for name in attached if name not in (*named, *waiting)]
        return named + waiting

    def _marker(self, name: str) -> str:
        """The name by which rules call an attachment: that of an objective's marker."""
        figure = self.catalog.figure(name)
        return self.catalog.figures[figure].name if figure >= 0 else name

    def _scenario_of(self, team: list[FigureCard], sides: int) -> str:
        """A scenario with an area or a piece that a card of a team names; empty if any will do."""
        words = {word for card in team if card in self.own for word in _words(card)}
        for one in self.catalog.scenarios:
            named = [*(f"{area} area" for area in one.areas), *(f"{piece.name} {piece.sort}" for piece in one.pieces)]
            if sides in one.sides and not one.first and not one.ultimate and words.intersection(named):
                return one.name
        return ""

    def _map_of(self, team: list[FigureCard], sides: int, scenario: str) -> str:
        """A map with obscured squares if a card of a team speaks of them; empty if any will do."""
        if scenario or not any("obscured" in _words(card) for card in team if card in self.own):
            return ""
        found = [one.name for one in self.catalog.maps if one.grid.obscured and sides in one.sides]
        return found[self.draw.randrange(len(found))] if found else ""

    def _filled(self, team: list[FigureCard], size: int, others: list[FigureCard]) -> list[FigureCard]:
        while len(team) < size and others:
            one = others.pop()
            if one not in team:
                team.append(one)
        return team

    def _with(self, teams: list[list[FigureCard]], team: list[FigureCard], hung: list[str]) -> tuple[tuple[str, ...], ...]:
        """Names by side: a team with its attachments, the others with as many of any kind (ATT-1)."""
        companions = [name for name in names_of(self.catalog) if self._is_of(name, COMPANION)]
        found: list[tuple[str, ...]] = []
        for one in teams:
            items = list(hung)
            if one is not team:
                others = [name for name in self.draw.mixed(names_of(self.catalog)) if name not in hung and name not in companions]
                items = [*others, *hung][: len(hung)]
            found.append((*(card.name for card in one), *items))
        return tuple(found)

    def _is_of(self, name: str, kind: int) -> bool:
        figure = self.catalog.figure(name)
        return figure >= 0 and self.catalog.figures[figure].kind == kind

    def _of_scenario(self, scenario: Scenario) -> Iterator[Described]:
        for sides in scenario.sides:
            modes = [mode for mode, (number, _) in MODES.items() if number == sides]
            if scenario.first or scenario.ultimate:
                modes = [FIRST if scenario.first else ULTIMATE]
            for mode in modes:
                yield from self._dealt(Wish(mode, scenario=scenario.name, rounds=ROUNDS, dealt=True, sides=sides))

    def _dealt(self, wish: Wish) -> Iterator[Described]:
        try:
            described = deal(self.catalog, self.draw.randrange(1 << 32), wish)
        except SetupError as error:
            self.errors.append(error)
            return
        if self.cards and wish.mode != FIRST:
            described["in_force"] = self.draw.mixed(self.cards)[: self.draw.randrange(3)]
        yield described


def texts_of(card: FigureCard) -> list[Text]:
    """Every text of a figure's card."""
    parts = [*card.abilities, *(part for part in (card.trait, card.ultimate) if part is not None)]
    return [*(text for part in parts for text in part.texts), *card.texts]


def _words(card: FigureCard) -> set[str]:
    """The nouns and names in the texts of a card."""
    return {word for text in texts_of(card) for node in walk(text) for word in _names(node)}


def _names(node: object) -> tuple[str, ...]:
    return (*node.nouns, *node.adjs) if isinstance(node, Group) else (node.word,) if isinstance(node, Ref) else ()
