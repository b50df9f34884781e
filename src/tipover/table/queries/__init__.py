"""Queries about a position: why a choice is refused, odds, sight, threats, plans.

None of them changes a game: the engine tries everything on clones.
"""

from tipover.table.queries.odds import odds
from tipover.table.queries.plan import Plan, best_answer, plan
from tipover.table.queries.refusal import NotNow
from tipover.table.queries.sight import sight
from tipover.table.queries.threats import threats
from tipover.table.queries.tries import why_tries
from tipover.table.queries.why import why

__all__ = ["NotNow", "Plan", "best_answer", "odds", "plan", "sight", "threats", "why", "why_tries"]
