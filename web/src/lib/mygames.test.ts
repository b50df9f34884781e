import { expect, test } from "vitest";
import { inOrder, standing, type MyGame } from "./mygames";

const game = (code: string, table: Partial<MyGame["table"]> | undefined, over = false): MyGame => ({
  kept: { code, tokens: [{ seat: 0, token: "" }], title: code, kind: "game", light: [], dark: [], opened: 0, seen: 5000, over },
  table: table ? { code, title: code, status: "playing", seats: [], ...table } : undefined,
});

test("a game stands as its table says", () => {
  expect(standing(game("A", { asked: [0] }))).toBe("mine");
  expect(standing(game("A", { asked: [1] }))).toBe("theirs");
  expect(standing(game("A", { status: "waiting" }))).toBe("open");
  expect(standing(game("A", undefined))).toBe("unknown");
  expect(standing(game("A", undefined, true))).toBe("over");
});

test("my turns come first, by the time that is left, then by how long somebody waits", () => {
  const games = [
    game("over", { status: "over", changed: 99 }),
    game("theirs", { asked: [1], changed: 50 }),
    game("waits long", { asked: [0], changed: 10 }),
    game("waits", { asked: [0], changed: 20 }),
    game("soon", { asked: [0], changed: 30, deadline: 40 }),
    game("open", { status: "waiting", changed: 1 }),
  ];
  expect(inOrder(games).map((one) => one.kept.code)).toEqual(["soon", "waits long", "waits", "open", "theirs", "over"]);
});
