"""The course: ten short lessons and a guided first game, as TOML files with real positions, and how one is taken."""

from tipover.table.lessons.course import UnknownLesson, course, lesson
from tipover.table.lessons.run import LessonRun

__all__ = ["LessonRun", "UnknownLesson", "course", "lesson"]
