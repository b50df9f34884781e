// A beat on the board: which drawings move, and how. The director keeps the time; what is still moving when it goes on is cut.

import type { Moment } from "../../lib/protocol";
import { centre } from "../board/shapes";
import { MS, type Beat } from "./beats";

/** How far a challenger leans in, in units of the board. */
const LEAN = 14;
/** How high a hop is. */
const HIGH = 9;

/** How a figure moves by its own key frames, and when it begins to. */
export interface Pose {
  anim: "tip" | "wobble";
  after: number;
}

/** The figures that tip over or get up in a beat: until it lands they stand as before. */
export function poses(beat: Beat | null, moment: Moment): Map<number, Pose> {
  const found = new Map<number, Pose>();
  const isDown = (id: number) => !!moment.figures.find((figure) => figure.id === id)?.down;
  if (beat?.kind === "down" && !isDown(beat.target)) found.set(beat.target, { anim: "tip", after: 0 });
  if (beat?.kind === "stand" && isDown(beat.target)) found.set(beat.target, { anim: "wobble", after: 0 });
  if (beat?.kind === "win" && beat.side)
    for (const [n, loser] of moment.figures
      .filter((figure) => figure.side !== beat.side && figure.at === "board" && !figure.down)
      .entries())
      found.set(loser.id, { anim: "tip", after: MS.pause + MS.loser * n });
  return found;
}

/** Move the drawings of a beat; what comes back stops them. `find` has the drawing of a figure or piece. */
export function perform(
  beat: Beat,
  moment: Moment,
  columns: number,
  rate: number,
  find: (thing: number) => Element | null | undefined,
): () => void {
  const running: Animation[] = [];
  const move = (thing: number, frames: Keyframe[], lasts: number, more: KeyframeAnimationOptions = {}) => {
    const drawing = find(thing);
    if (drawing) running.push(drawing.animate(frames, { duration: lasts / rate, fill: "forwards", ...more }));
  };
  const shift = (from: number, to: number) => {
    const [a, b] = [centre(from, columns), centre(to, columns)];
    return { x: b.x - a.x, y: b.y - a.y };
  };
  if ((beat.kind === "move" || beat.kind === "place") && beat.squares.length > 1)
    move(beat.target, hops(beat.squares.map((square) => shift(beat.squares[0]!, square))), beat.lasts);
  else if (beat.kind === "place") {
    const { x, y } = centre(beat.squares[0]!, columns);
    move(beat.target, [{ transform: `translate(${x * 0.4}px, ${y * 0.4}px) scale(.6)`, opacity: 0 }, {}], beat.lasts, {
      easing: "ease-out",
    });
  } else if (beat.kind === "hit") {
    const from = moment.figures.find((figure) => figure.id === beat.actor)?.square ?? -1;
    if (from < 0 || (beat.squares[0] ?? -1) < 0) return () => {};
    const { x, y } = shift(from, beat.squares[0]!);
    const far = Math.hypot(x, y) || 1;
    const lean = `translate(${(x / far) * LEAN}px, ${(y / far) * LEAN}px)`;
    move(beat.actor, [{}, { transform: lean, offset: MS.burst / MS.hit / 2 }, {}], beat.lasts, { easing: "ease-out" });
  } else if (beat.kind === "out")
    move(
      beat.target,
      [
        {},
        { transform: "translate(9px, -12px)", opacity: 1, offset: MS.off / beat.lasts },
        { opacity: 0, offset: MS.off / beat.lasts + 0.001 },
        { opacity: 0 },
      ],
      beat.lasts,
    );
  else if (beat.kind === "gone")
    move(beat.target, [{}, { transform: "translate(0, -12px)", opacity: 0 }], beat.lasts, { easing: "ease-in" });
  else if (beat.kind === "line")
    for (const figure of moment.figures)
      if (figure.at === "board" && beat.squares.includes(figure.square ?? -1)) move(figure.id, HOP, MS.line);
  if (beat.kind === "win")
    for (const [n, winner] of moment.figures
      .filter((figure) => figure.side === beat.side && figure.at === "board" && !figure.down)
      .entries())
      move(winner.id, HOP, MS.line, { delay: (MS.pause + MS.loser * n) / rate });
  return () => running.forEach((one) => one.cancel());
}

const HOP: Keyframe[] = [{}, { transform: "translate(0, -12px)", offset: 0.3 }, { transform: "translate(0, 0)", offset: 0.6 }, {}];

/** Key frames of hops from square to square, by the offsets from where the figure is drawn. */
export function hops(offsets: { x: number; y: number }[]): Keyframe[] {
  const frames: Keyframe[] = [];
  const at = (x: number, y: number) => `translate(${x}px, ${y}px)`;
  offsets.forEach(({ x, y }, i) => {
    const former = offsets[i - 1];
    if (former) frames.push({ transform: at((former.x + x) / 2, (former.y + y) / 2 - HIGH), offset: (i - 0.5) / (offsets.length - 1) });
    frames.push({ transform: at(x, y), offset: i / Math.max(1, offsets.length - 1) });
  });
  return frames;
}
