import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chainOf, newChain } from "../lib/dice";
import type { FromBrowser, Moment, News } from "../lib/protocol";
import type { Socket } from "./link";
import { rollOf } from "./rolls";
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

const moment = (seq: number): Moment => ({ seq, count: seq, digest: `d${seq}`, sides: [], figures: [], pieces: [] }) as unknown as Moment;
const welcome = (seq: number) => ({
  type: "welcome",
  code: "ABCDEF",
  you: [0],
  game: null,
  table: { code: "ABCDEF", title: "", status: "playing", seats: [] },
  moment: moment(seq),
});
const update = (seq: number, faces: string[] = []) => ({
  type: "update",
  seq,
  moment: moment(seq),
  news: faces.length ? [{ event: "Rolled", faces, figure: 0 }] : [],
});

describe("a roll", () => {
  it("has the faces as the drawings know them, and what the table says each counts", () => {
    const news: News[] = [{ event: "Rolled", faces: ["burst", "shield", "triple"], counts: [1, 0, 3], successes: 4, figure: 0 }];
    expect(rollOf(news, null, null)!.throws[0]).toMatchObject({ faces: ["b", "s", "!"], counts: [1, 0, 3], successes: 4 });
  });
});

describe("a table's session", () => {
  let socket: FakeSocket;
  let session: Session;
  let kept: [number, string, boolean][] = [];
  let shared: number[][] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", { hidden: false });
    kept = [];
    shared = [];
    session = new Session(
      "ABCDEF",
      { tokens: () => [], keep: (...one) => void kept.push(one), given: () => {}, shared: (...one) => void shared.push(one) },
      () => 1,
      () => {},
      () => (socket = new FakeSocket()),
    );
    socket.onopen?.();
    socket.says(welcome(1));
  });
  afterEach(() => {
    session.end();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("does not say that a later question took the place of one, nor what nobody has asked for", async () => {
    const refuse = (id: string, refused: string) => socket.says({ type: "refused", id, refused, sentence: refused });
    const asked = () => socket.sent.filter((one) => "id" in one).map((one) => (one as { id: string }).id);
    const first = session.askThreats("light", 1, false);
    const second = session.askHint();
    refuse(asked().at(-2)!, "not_now");
    await first;
    expect(session.refused).toBe(null);
    refuse(asked().at(-1)!, "not_now");
    await second;
    expect(session.refused?.refused).toBe("not_now");
    session.refused = null;
    const unasked = session.askThreats("light", 2, true);
    refuse(asked().at(-1)!, "too_fast");
    await unasked;
    expect(session.refused).toBe(null);
  });

  it("asks the table to tell it later, and again after a cut", () => {
    session.watchLater(30);
    socket.onopen!();
    expect(socket.sent.at(-1)).toMatchObject({ type: "hello", last: -1, delay: 30 });
    session.rejoin();
    socket.onopen!();
    expect(socket.sent.at(-1)).toMatchObject({ type: "hello", delay: 30 });
  });

  it("adds its share to a roll, and shows a choice and its dice as one", async () => {
    const end = newChain("a".repeat(64));
    socket.says({
      type: "table",
      table: { code: "ABCDEF", title: "", status: "playing", seats: [{ seat: 0, kind: "person", chain: end }] },
    });
    socket.says({ ...update(2), moment: { ...moment(2), roll_waits: 7 }, news: [{ event: "Challenged", figure: 0, target: 1 }] });
    const sent = socket.sent.filter((one) => one.type === "share");
    expect(sent).toMatchObject([{ seat: 0, number: 7, link: chainOf("a".repeat(64)).link(7) }]);
    expect(session.moment?.seq).toBe(1);
    socket.says({ type: "ack", id: sent[0]!.id, seq: 3 });
    socket.says(update(3, ["burst"]));
    expect(session.director.beat?.news.map((one) => one.event)).toEqual(["Challenged", "Rolled"]);
    await vi.advanceTimersByTimeAsync(1_200);
    expect(session.moment?.seq).toBe(3);
    expect(shared).toEqual([[0, 7, 2]]);
  });

  it("shows a choice alone if its dice do not come", async () => {
    socket.says({ ...update(2), moment: { ...moment(2), roll_waits: 7 } });
    expect(session.moment?.seq).toBe(1);
    await vi.advanceTimersByTimeAsync(1_600);
    expect(session.moment?.seq).toBe(2);
  });

  it("loads the page anew, once, when the table speaks another protocol", () => {
    const kept = new Map<string, string>();
    const reload = vi.fn();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    vi.stubGlobal("location", { reload });
    const old = { type: "refused", id: "", refused: "version", sentence: "Load it anew." };
    const dialled = () => {
      const fresh = new Session(
        "ABCDEF",
        { tokens: () => [], keep: () => {}, given: () => {} },
        () => 1,
        () => {},
        () => (socket = new FakeSocket()),
      );
      socket.onopen?.();
      socket.says(old);
      return fresh;
    };
    expect(dialled().failed).toBeNull();
    expect(reload).toHaveBeenCalledOnce();
    expect(dialled().failed).toMatchObject({ refused: "version" });
    expect(reload).toHaveBeenCalledOnce();
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

  it("shows what comes next when what was before is shown", async () => {
    socket.says({ ...update(2), news: [{ event: "Moved", thing: 0, start: 1, path: [2] }] });
    socket.says(update(3));
    expect([session.moment?.seq, session.behind, session.busy]).toEqual([1, 2, true]);
    await vi.advanceTimersByTimeAsync(220);
    expect([session.moment?.seq, session.behind]).toEqual([3, 0]);
  });

  it("shows what was taken back at once, after all that was before it", () => {
    socket.says({ ...update(2), news: [{ event: "Moved", thing: 0, start: 1, path: [2] }], log: [{ count: 2, text: "Rose moves." }] });
    expect(session.log).toEqual([]);
    socket.says({ ...update(3), moment: { ...moment(3), count: 1 }, undone: 1 });
    expect([session.moment?.seq, session.behind, session.log]).toEqual([3, 0, []]);
  });

  it("plays an act again and then looks at the moment after it", async () => {
    socket.says(update(2));
    socket.says(update(3));
    const again = session.playAgain(2);
    const asked = socket.sent.at(-1) as { type: string; id: string };
    expect(asked.type).toBe("ask_moments");
    const told = [[], [{ event: "Moved", thing: 0, start: 1, path: [2] }], [{ event: "Rolled", faces: ["burst"], figure: 0 }], []];
    socket.says({
      type: "moments",
      id: asked.id,
      moments: [0, 1, 2, 3].map(moment),
      news: told.map((news, n) => (n ? (told[n - 1] ?? []) : news)),
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([session.past?.seq, session.director.beat?.kind]).toEqual([1, "move"]);
    await vi.advanceTimersByTimeAsync(5000);
    await again;
    expect([session.shown?.seq, session.director.playing]).toEqual([3, false]);
  });

  it("says which moment it has, and keeps it when the table says that nothing has happened since", () => {
    socket.says(update(2));
    const { moment: known, log } = session;
    socket.onclose?.();
    vi.advanceTimersByTime(100);
    socket.onopen?.();
    expect(socket.sent[0]).toMatchObject({ type: "hello", last: 2 });
    socket.says({ ...welcome(2), moment: null, same: "d2", chat: [{ n: 1, seat: 0, name: "Ann", text: "here" }] });
    expect(session.moment).toBe(known);
    expect(session.log).toBe(log);
    expect(session.chat).toHaveLength(1);
    expect(session.connection).toBe("on");
  });

  it("asks for everything when it has another moment, or another seat, than the table thinks", () => {
    for (const other of [{ same: "else" }, { same: "d1", you: [] }]) {
      session.end();
      session = new Session(
        "ABCDEF",
        { tokens: () => [], keep: () => {}, given: () => {} },
        () => 1,
        () => {},
        () => (socket = new FakeSocket()),
      );
      socket.onopen?.();
      socket.says(welcome(1));
      socket.onclose?.();
      vi.advanceTimersByTime(100);
      socket.onopen?.();
      socket.says({ ...welcome(1), moment: null, ...other });
      expect(session.connection).toBe("lost");
      socket.onopen?.();
      expect(socket.sent).toMatchObject([{ type: "hello", last: -1 }]);
      socket.says({ ...welcome(1), you: [1] });
      expect(session.mine).toEqual([1]);
      expect(session.connection).toBe("on");
    }
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
