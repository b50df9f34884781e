// The one question of the table in words, or what goes on while nothing is asked.

import { t } from "../lib/text";
import type { Session } from "./session.svelte";
import { captionOf } from "./stage/captions";
import { figureOf, seatName } from "./words";

// Questions that begin with who is asked: a person's name says it better than the side's.
const NAMED: readonly string[] = ["pick", "attach", "place"];

export function saidOf(session: Session): string {
  const { question, lesson, director, shown, game, table } = session;
  if (director.beat && shown && game && !question?.mine?.length) return captionOf(director.beat, shown, game, table).title;
  if (session.past) return t("action_bar.this_is_how_it", { count: session.past.count });
  if (!session.moment) return "";
  if (session.moment.over) return t("action_bar.the_game_is_over"); // who won stands where the board was, and in the dock
  if (lesson?.done) return t("action_bar.the_lesson_is_done");
  if (lesson && !lesson.goal) return t("action_bar.read_the_lesson_then");
  if (session.plan && !session.asked) return t("action_bar.the_plan_ends_here");
  if (!question) return t("action_bar.the_table_goes_on");
  const who = session.table ? seatName(session.table, question.seats[0] ?? -1) : "";
  if (session.asked || question.chance || question.mine?.length)
    return who && NAMED.includes(question.asked) ? `${who}: ${question.task}` : question.prompt;
  const figure = question.asked === "action" ? figureOf(shown, question.figure ?? -1) : undefined;
  if (figure) return t("stage.turn", { who, figure: figure.short || figure.name });
  return question.asked === "turn" ? t("action_bar.chooses_who_acts", { who }) : `${who}: ${question.task}`;
}
