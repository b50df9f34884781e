import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { VERSION, type FromBrowser, type FromTable, type Refused } from "../lib/protocol";
import { Link, pause, type Socket } from "./link";

class FakeSocket implements Socket {
  sent: FromBrowser[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as FromBrowser);
  }
  close() {
    this.closed = true;
  }
  says(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const WELCOME = {
  type: "welcome",
  code: "ABCDEF",
  you: [0],
  game: null,
  table: { code: "ABCDEF", title: "", status: "playing", seats: [] },
  moment: null,
};

describe("the link to a table", () => {
  let sockets: FakeSocket[] = [];
  let heard: FromTable[] = [];
  let states: boolean[] = [];
  let link: Link;
  const last = () => sockets.at(-1)!;

  beforeEach(() => {
    vi.useFakeTimers();
    [sockets, heard, states] = [[], [], []];
    link = new Link({
      code: "ABCDEF",
      tokens: () => ["token"],
      last: () => 7,
      heard: (message) => heard.push(message),
      changed: (on) => states.push(on),
      dial: () => {
        sockets.push(new FakeSocket());
        return last();
      },
    });
  });
  afterEach(() => {
    link.end();
    vi.useRealTimers();
  });

  function welcome() {
    last().onopen?.();
    last().says(WELCOME);
  }

  it("says hello first, with its tokens and the last it saw", () => {
    last().onopen?.();
    expect(last().sent).toEqual([{ type: "hello", code: "ABCDEF", tokens: ["token"], last: 7, version: VERSION, language: "en" }]);
  });

  it("keeps a command until it is acknowledged and sends it again with the same id", async () => {
    welcome();
    const done = link.send({ type: "choose", seat: 0, seq: 7, line: "L1: end" });
    const id = (last().sent[1] as { id: string }).id;
    expect(link.open).toBe(1);
    last().onclose?.();
    vi.advanceTimersByTime(100);
    expect(sockets).toHaveLength(2);
    welcome();
    expect(last().sent[1]).toEqual({ type: "choose", id, seat: 0, seq: 7, line: "L1: end" });
    last().says({ type: "ack", id, seq: 8 });
    last().says({ type: "ack", id, seq: 8 });
    await expect(done).resolves.toMatchObject({ seq: 8 });
    expect(link.open).toBe(0);
  });

  it.each(["store", "closed", "too_fast"])("dials again soon when its hello is refused for now (%s)", (why) => {
    last().onopen?.();
    last().says({ type: "refused", id: "", refused: why, sentence: "Not now." });
    expect(states).toEqual([false]);
    vi.advanceTimersByTime(100);
    expect(sockets).toHaveLength(2);
    welcome();
    expect(states).toEqual([false, true]);
    expect(heard.map((message) => message.type)).toEqual(["welcome"]);
  });

  it("holds back what is sent before the welcome", () => {
    void link.send({ type: "ask_hint", seat: 0 });
    last().onopen?.();
    expect(last().sent).toHaveLength(1);
    last().says(WELCOME);
    expect(last().sent).toHaveLength(2);
  });

  it("gives a refusal to the one who asked", async () => {
    welcome();
    const done = link.send({ type: "undo", seat: 0, seq: 7 });
    const id = (last().sent[1] as { id: string }).id;
    last().says({ type: "refused", id, refused: "stale", sentence: "The table went on." });
    await expect(done).rejects.toMatchObject({ refused: "stale" } satisfies Partial<Refused>);
  });

  it("tries again within two seconds, however often it failed", () => {
    for (let n = 0; n < 12; n++) {
      expect(pause(n)).toBeLessThanOrEqual(2000);
      last().onclose?.();
      vi.advanceTimersByTime(2000);
      expect(sockets).toHaveLength(n + 2);
    }
    expect(states.every((on) => !on)).toBe(true);
  });

  it("doubts a line that answers no ping", () => {
    welcome();
    vi.advanceTimersByTime(15_000);
    expect(last().sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(5_000);
    expect(sockets[0]!.closed).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(sockets).toHaveLength(2);
  });

  it("says hello again when the table asks for it, and at once", () => {
    welcome();
    last().says({ type: "resync", sentence: "You fell behind." });
    expect(sockets).toHaveLength(2);
  });

  it("goes on trying while the server is only stopping", () => {
    last().onopen?.();
    last().says({ type: "refused", id: "", refused: "closed", sentence: "The server is being stopped; try again in a moment." });
    last().onclose?.();
    vi.advanceTimersByTime(100);
    expect(sockets).toHaveLength(2);
    expect(heard).toEqual([]);
  });

  it("stops when there is no such table", () => {
    last().onopen?.();
    last().says({ type: "refused", id: "", refused: "no_such_table", sentence: "There is no table ABCDEF." });
    last().onclose?.();
    vi.advanceTimersByTime(10_000);
    expect(sockets).toHaveLength(1);
    expect(heard).toMatchObject([{ refused: "no_such_table" }]);
  });
});
