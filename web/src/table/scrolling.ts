import { tick } from "svelte";
import { settings } from "../lib/settings.svelte";

/** Scroll a board's frame that is lower than its board, so that some of its squares are in the middle; negative ones do not count. */
export async function bringIntoView(frame: HTMLElement, squares: number[]): Promise<void> {
  await tick();
  if (frame.scrollHeight <= frame.clientHeight + 1) return;
  const boxes = squares.flatMap((square) =>
    square < 0 ? [] : (frame.querySelector(`[data-square="${square}"]`)?.getBoundingClientRect() ?? []),
  );
  if (!boxes.length) return;
  const middle = (Math.min(...boxes.map((box) => box.top)) + Math.max(...boxes.map((box) => box.bottom))) / 2;
  const { top, height } = frame.getBoundingClientRect();
  frame.scrollBy({ top: middle - top - height / 2, behavior: settings.time(1) ? "smooth" : "instant" });
}
