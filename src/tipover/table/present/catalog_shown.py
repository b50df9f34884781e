"""The whole catalog for set-up, team builder and card pages, and the list of rules."""

from __future__ import annotations

from typing import cast

from tipover.bots import STYLED, STYLES
from tipover.bots.ladder import RUNGS, Rung
from tipover.cards.catalog import Catalog
from tipover.engine.core.language import ENGLISH
from tipover.engine.core.rules import chapters, rules
from tipover.engine.core.translations import Language, language
from tipover.play.deal import MODES
from tipover.table.present.cards import card_shown, map_shown, piece_shown, scenario_shown
from tipover.table.protocol.content import BotShown, CatalogShown, PackShown, RuleShown
from tipover.table.protocol.literals import Mode, StyleName
from tipover.table.quick import matches


def catalog_shown(catalog: Catalog, code: str = ENGLISH) -> CatalogShown:
    """Everything in the loaded packs, in their order; bots, ready-made matches and the aims of scenarios in a language."""
    words = language(code)
    return CatalogShown(
        digest=catalog.digest,
        packs=[PackShown(pack.key, pack.name, pack.wall) for pack in catalog.packs],
        cards=[card_shown(card, catalog) for card in catalog.figures],
        pieces=[piece_shown(piece) for piece in catalog.pieces],
        scenarios=[scenario_shown(scenario, catalog, code) for scenario in catalog.scenarios],
        maps=[map_shown(card) for card in catalog.maps],
        modes=cast(list[Mode], list(MODES)),
        bots=[bot_shown(one, words) for one in RUNGS],
        quick=matches(catalog, code),
    )


def bot_shown(one: Rung, words: Language) -> BotShown:
    """A bot of the ladder in a language."""
    styles = cast(list[StyleName], list(STYLES)) if one.bot in STYLED else []
    return BotShown(one.bot, one.name, words.text(f"bot.{one.bot}.about"), one.face, one.stars, one.rating, one.doubt, styles)


def rules_shown(code: str = ENGLISH) -> list[RuleShown]:
    """Every implemented rule in the ledger's order, with its chapter's title; the law itself is English in every language."""
    words = language(code)
    titles = {prefix: words.text(f"chapter.{chapter.prefix[0]}") for chapter in chapters() for prefix in chapter.prefix}
    return [
        RuleShown(rule.id, titles[rule.id[:3]], rule.rule, words.text(f"rule.{rule.id}"), rule.source)
        for rule in rules().values()
        if not rule.later
    ]
