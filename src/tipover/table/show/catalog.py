"""The whole catalog for set-up, team builder and card pages, and the rules by number."""

from __future__ import annotations

from tipover.bots import ABOUT, FIRST, NAMES
from tipover.cards.catalog import Catalog
from tipover.engine.rules import chapters, rules
from tipover.play.deal import MODES
from tipover.table.protocol import BotShown, CatalogShown, PackShown, RuleShown
from tipover.table.quick import matches
from tipover.table.show.cards import card_shown, map_shown, piece_shown, scenario_shown


def catalog_shown(catalog: Catalog) -> CatalogShown:
    """Everything the loaded packs hold, in their order."""
    return CatalogShown(
        digest=catalog.digest,
        packs=[PackShown(pack.key, pack.name, pack.wall) for pack in catalog.packs],
        cards=[card_shown(card, catalog) for card in catalog.figures],
        pieces=[piece_shown(piece) for piece in catalog.pieces],
        scenarios=[scenario_shown(scenario, catalog) for scenario in catalog.scenarios],
        maps=[map_shown(card) for card in catalog.maps],
        modes=list(MODES),
        bots=[BotShown(name, *ABOUT[name], newcomers=name == FIRST) for name in NAMES],
        quick=matches(catalog),
    )


def rules_shown() -> list[RuleShown]:
    """Every rule of the game as it stands here, in the ledger's order, with its chapter's title."""
    titles = {prefix: chapter.title for chapter in chapters() for prefix in chapter.prefix}
    return [RuleShown(rule.id, titles[rule.id[:3]], rule.rule, rule.told, rule.source) for rule in rules().values() if not rule.later]
