"""The rules, pure: `apply(state, choice)` on plain data, with a reason for every refusal.

Loading the package loads `run` and `explain`, which supply what lower rooms call (`core.late`).
"""

from tipover.engine import explain, phrases, run

__all__ = ["explain", "phrases", "run"]
