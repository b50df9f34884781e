import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromBrowser, Moment } from "../lib/protocol";
import type { Socket } from "./link";
import { Session } from "./session.svelte";

class FakeSocket implements Socket {
  sent: FromBrowser[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as FromBrowser);
  }
  close() {}
  says(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const moment = (seq: number): Moment => ({ seq, count: seq, sides: [], figures: [], things: [] }) as unknown as Moment;
const welcome = (seq: number) => ({ type: "welcome", code: "ABCDEF", you: [0], game: null, table: { code: "ABCDEF", title: "", status: "playing", seats: [] }, moment: moment(seq) });
const update = (seq: number, faces: string[] = []) => ({ type: "update", seq, moment: moment(seq), news: faces.length ? [{ event: "rolled", faces, figure: 0 }] : [] });

describe("a table's session", () => {
  let socket: FakeSocket;
  let session: Session;
  let kept: [number, string, boolean][] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", { hidden: false });
    kept = [];
    session = new Session("ABCDEF", { tokens: () => [], keep: (...one) => void kept.push(one), given: () => {} }, (ms) => ms, () => (socket = new FakeSocket()));
    socket.onopen?.();
    socket.says(welcome(1));
  });
  afterEach(() => {
    session.end();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("goes on hearing after a welcome that came while dice lay on the table", async () => {
    socket.says(update(2, ["explosion"]));
    expect(session.roll).not.toBeNull();
    socket.says(welcome(3));
    socket.says(update(4));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(session.moment?.seq).toBe(4);
    socket.says(update(5));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(session.moment?.seq).toBe(5);
    expect(session.behind).toBe(0);
  });

  it("keeps a seat's new token before the table hears of it, and drops the former one when it has", async () => {
    const done = session.revoke(0);
    const sent = socket.sent.at(-1) as { type: string; id: string; token: string };
    expect(sent.type).toBe("revoke");
    expect(kept).toEqual([[0, sent.token, false]]);
    socket.says({ type: "ack", id: sent.id, seq: 2 });
    await done;
    expect(kept.at(-1)).toEqual([0, sent.token, true]);
  });
});
