"""The course: ten short lessons and a guided first game as TOML files with real positions, and the code that runs them."""

from tipover.table.lessons.course import UnknownLesson, course, lesson
from tipover.table.lessons.lesson_game import LessonRun

__all__ = ["LessonRun", "UnknownLesson", "course", "lesson"]
