// The three hints of a first game: what each says, and where it may stand.

import { listed } from "../lib/names";
import { t } from "../lib/text";
import { mayChallenge, squareOf } from "./options";
import type { Session } from "./session.svelte";
import { figureAt, percent } from "./words";

export interface CoachMark {
  title: string;
  text: string;
  at: number; // the square it speaks of
}

/** The hint of a step, while its question stands; none otherwise. */
export function coachMark(session: Session, step: number): CoachMark | null {
  const { question, shown, asked, options, game } = session;
  if (!asked || !question || !shown || !game || session.past || session.busy) return null;
  const own = shown.figures.filter((figure) => figure.side === session.side && figure.at === "board");
  if (step === 0 && question.asked === "turn") {
    const names = listed(own.map((figure) => figure.short || figure.name));
    return {
      title: t("coach.this_is_you"),
      text: t("coach.choose_one", { names, aim: game.scenario?.aim ?? "" }),
      at: own[0]?.square ?? -1,
    };
  }
  if (question.asked !== "action") return null;
  if (step === 1 && options.some((option) => option.verb === "move")) {
    const rival = shown.figures.find((figure) => figure.side !== session.side && figure.at === "board");
    const actor = own.find((figure) => figure.id === question.figure);
    return { title: t("coach.where_you_can_go"), text: t("coach.go_next_to", { name: rival?.short ?? "" }), at: actor?.square ?? -1 };
  }
  const hit = step === 2 ? options.find(mayChallenge) : undefined;
  if (!hit) return null;
  const at = squareOf(hit, shown);
  const odds = session.odds.get(hit.n);
  const name = figureAt(shown, at)?.short ?? "";
  return { title: t("coach.now_tip", { name }), text: odds ? t("coach.chance", { percent: percent(odds.win) }) : t("coach.roll"), at };
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const STEP = 12; // pixels between two places that are tried
const MARGIN = 6;

/** Where something of this size stands over none of the boxes, as near to `near` as it goes; null where there is no such place. */
export function placed(
  size: { width: number; height: number },
  window: { width: number; height: number },
  kept: Box[],
  near: Box | null,
): { x: number; y: number } | null {
  const goal = near ? { x: (near.left + near.right) / 2, y: (near.top + near.bottom) / 2 } : { x: window.width / 2, y: window.height / 2 };
  let best: { x: number; y: number } | null = null;
  let least = Infinity;
  for (let y = MARGIN; y + size.height + MARGIN <= window.height; y += STEP)
    for (let x = MARGIN; x + size.width + MARGIN <= window.width; x += STEP) {
      const far = Math.hypot(x + size.width / 2 - goal.x, y + size.height / 2 - goal.y);
      if (far >= least) continue;
      if (kept.some((box) => box.left < x + size.width && box.right > x && box.top < y + size.height && box.bottom > y)) continue;
      least = far;
      best = { x, y };
    }
  return best;
}
