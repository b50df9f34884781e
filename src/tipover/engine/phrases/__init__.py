"""What the phrases of card texts mean in a state. Reads only."""

from tipover.engine.phrases import terrain_texts

__all__ = ["terrain_texts"]
