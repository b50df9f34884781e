import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import territory from "../../fixtures/territory.json";
import type { FromBrowser, Option, Welcome } from "../lib/protocol";

vi.mock("../lib/settings.svelte", () => ({ settings: { now: { confirm: false } } }));
const { Desk } = await import("./desk.svelte");
const { Session } = await import("./session.svelte");

const hello = territory as unknown as Welcome;

/** A table that answers nothing by itself. */
class Silent {
  sent: (FromBrowser & { id?: string })[] = [];
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

describe("the hand on the table", () => {
  let socket: Silent;
  let session: InstanceType<typeof Session>;
  let desk: InstanceType<typeof Desk>;
  let move: Option;
  const chosen = () => socket.sent.filter((one) => one.type === "choose");

  beforeEach(() => {
    vi.stubGlobal("document", { hidden: false });
    session = new Session(
      "ABCDEF",
      { tokens: () => [], keep: () => {}, given: () => {} },
      () => 0,
      () => (socket = new Silent()),
    );
    desk = new Desk(session);
    socket.onopen?.();
    socket.says({ ...hello, type: "welcome" });
    move = session.options.find((option) => option.verb === "move" && option.path?.length)!;
  });
  afterEach(() => {
    session.end();
    vi.unstubAllGlobals();
  });

  it("marks what is done at once, before the table has answered", () => {
    desk.pick(move.square!);
    expect(chosen()).toHaveLength(1);
    expect(desk.marks.chosen).toBe(move.square);
    expect(desk.marks.path).toEqual(move.path);
  });

  it("keeps the mark until the moment changes, and does nothing else meanwhile", async () => {
    desk.pick(move.square!);
    const other = session.options.find((option) => option.verb === "move" && option.path?.length && option.n !== move.n)!;
    desk.pick(other.square!);
    desk.action("challenge");
    socket.says({ type: "ack", id: chosen()[0]!.id, seq: 99 });
    await Promise.resolve();
    expect(chosen()).toHaveLength(1);
    expect(desk.marks.chosen).toBe(move.square);
  });

  it("takes the mark away where the table refuses", async () => {
    desk.pick(move.square!);
    socket.says({ type: "refused", id: chosen()[0]!.id, refused: "stale", sentence: "The game has gone on since." });
    await vi.waitFor(() => expect(desk.doing).toBeNull());
    expect(desk.marks.chosen).toBeUndefined();
  });

  it("marks an answer without a square by its button", () => {
    const end = session.options.find((option) => option.verb === "end")!;
    desk.action("end");
    expect(desk.ready?.n).toBe(end.n);
  });

  it("says on an empty square that nobody is there, and whom to choose; a hint closes that", async () => {
    const moment = hello.moment!;
    const options = moment.figures.slice(0, 2).map((one, n) => ({ n, line: one.mark, verb: "turn", label: one.name, figure: one.id }));
    socket.says({
      ...hello,
      type: "welcome",
      moment: { ...moment, seq: moment.seq + 1, question: { ...moment.question, asked: "turn", options } },
    });
    const empty = Array.from({ length: 64 }, (_, n) => n).find((n) => moment.figures.every((one) => one.square !== n))!;
    desk.pick(empty);
    expect(desk.refusal).toMatch(/^Nobody stands on [a-h][1-9]\d?\. Choose /);
    for (const one of options) expect(desk.refusal).toContain(one.label);
    void desk.askHint();
    expect(desk.refusal).toBe("");
  });
});
