/** From news to motion: which figure does what, for how long, and how it stood before. */

import type { FigureNow, FigurePlace, Moment, News } from "../../lib/protocol";

export type Deed = "move" | "tip" | "stand" | "out" | "pop" | "tire" | "rest";

export interface Step {
  deed: Deed;
  thing: number;
  /** Squares of a move, the first is where it begins; of a pop the square. */
  squares: number[];
  /** Milliseconds at speed 1. */
  lasts: number;
}

/** How a figure is shown while news are played. */
export interface Pose {
  at: FigurePlace;
  square: number;
  down: boolean;
  exhausted: boolean;
  anim: "" | "tip" | "wobble";
}

const HOP = 220;
const LASTS: Record<Deed, number> = { move: HOP, tip: 420, stand: 600, out: 420, pop: 260, tire: 0, rest: 0 };
/** The step that an event is shown as, if it moves anything. */
function stepOf(one: News): Step | null {
  const step = (deed: Deed, thing: number | undefined, squares: (number | undefined)[] = [], lasts = LASTS[deed]): Step | null =>
    thing === undefined || thing < 0 ? null : { deed, thing, squares: squares.filter((square) => square !== undefined), lasts };
  switch (one.event) {
    case "Moved": {
      const path = one.path ?? [];
      return path.length ? step("move", one.thing, [one.start ?? path[0], ...path], HOP * path.length) : null;
    }
    case "KnockedDown":
      return step("tip", one.figure);
    case "StoodUp":
      return step("stand", one.figure);
    case "KnockedOut":
      return step("out", one.figure, [one.square]);
    case "Removed":
      return step("out", one.thing);
    case "Placed":
    case "Returned":
      return step("pop", one.thing, [one.square]);
    case "Exhausted":
      return step("tire", one.figure);
    case "MarkersOff":
      return step("rest", one.figure);
    default:
      return null;
  }
}

/** The steps that these news are played in, in their order. */
export function script(news: News[]): Step[] {
  return news.map(stepOf).filter((step) => step !== null);
}

export function poseOf(figure: FigureNow): Pose {
  return { at: figure.at, square: figure.square ?? -1, down: !!figure.down, exhausted: !!figure.exhausted, anim: "" };
}

/** How the figures that the steps speak of, or that changed, stood before. */
export function before(former: Moment, now: Moment, steps: Step[]): Map<number, Pose> {
  const poses = new Map<number, Pose>();
  const told = new Set(steps.map((step) => step.thing));
  const after = new Map(now.figures.map((figure) => [figure.id, poseOf(figure)]));
  for (const figure of former.figures) {
    const then = poseOf(figure);
    const later = after.get(figure.id);
    if (told.has(figure.id) || (later && JSON.stringify(later) !== JSON.stringify(then))) poses.set(figure.id, then);
  }
  for (const figure of now.figures) {
    if (told.has(figure.id) && !poses.has(figure.id)) poses.set(figure.id, { ...poseOf(figure), at: "reserve" });
  }
  return poses;
}

/** The pose after a step. */
export function after(pose: Pose, step: Step): Pose {
  switch (step.deed) {
    case "move":
      return { ...pose, at: "board", square: step.squares.at(-1)! };
    case "tip":
      return { ...pose, down: true, anim: "" };
    case "stand":
      return { ...pose, down: false, anim: "" };
    case "out":
      return { ...pose, at: "track" };
    case "pop":
      return { ...pose, at: (step.squares[0] ?? -1) < 0 ? pose.at : "board", square: step.squares[0] ?? pose.square };
    case "tire":
      return { ...pose, exhausted: true };
    case "rest":
      return { ...pose, exhausted: false };
  }
}

/** Key frames of a hop along offsets from the place where the figure is drawn now, in units. */
export function hops(offsets: { x: number; y: number }[]): Keyframe[] {
  const frames: Keyframe[] = [];
  const shift = (x: number, y: number) => `translate(${x}px, ${y}px)`;
  offsets.forEach(({ x, y }, i) => {
    const former = offsets[i - 1];
    if (former) frames.push({ transform: shift((former.x + x) / 2, (former.y + y) / 2 - 9), offset: (i - 0.5) / (offsets.length - 1) });
    frames.push({ transform: shift(x, y), offset: i / Math.max(1, offsets.length - 1) });
  });
  return frames;
}

/** The last move of the news, to be left as a trail. */
export function lastMove(news: News[]): number[] {
  return script(news).findLast((step) => step.deed === "move")?.squares ?? [];
}
