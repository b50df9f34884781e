"""Geometry of maps, independent of any game: squares, walls, sight, distance and paths (MAP, SEE, ADJ, DST, MOV)."""
