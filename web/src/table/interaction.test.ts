import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import territory from "../../fixtures/territory.json";
import type { AskWhy, FromBrowser, MoveOption, Welcome } from "../lib/protocol";

vi.mock("../lib/settings.svelte", () => ({ settings: { now: { confirm: true } } }));
const { Interaction } = await import("./interaction.svelte");
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
  let interaction: InstanceType<typeof Interaction>;
  let move: MoveOption;
  const chosen = () => socket.sent.filter((one) => one.type === "choose");

  beforeEach(() => {
    vi.stubGlobal("document", { hidden: false });
    session = new Session(
      "ABCDEF",
      { tokens: () => [], keep: () => {}, given: () => {} },
      () => 0,
      () => {},
      () => (socket = new Silent()),
    );
    interaction = new Interaction(session);
    socket.onopen?.();
    socket.says({ ...hello, type: "welcome" });
    move = session.options.find((option): option is MoveOption => option.verb === "move" && !!option.path?.length)!;
  });
  afterEach(() => {
    session.end();
    vi.unstubAllGlobals();
  });

  it("lets a pointer that lies still mean nobody once the table has changed", () => {
    interaction.hover = move.square;
    interaction.anew();
    expect([interaction.hover, interaction.rested]).toEqual([move.square, true]);
  });

  it("marks what is done at once, before the table has answered", () => {
    interaction.pick(move.square);
    expect(chosen()).toMatchObject([{ option: move.n, seq: hello.moment!.seq }]);
    expect(interaction.marks.chosen).toBe(move.square);
    expect(interaction.marks.path).toEqual(move.path);
  });

  it("keeps the mark until the moment changes, and does nothing else meanwhile", async () => {
    interaction.pick(move.square);
    const other = session.options.find(
      (option): option is MoveOption => option.verb === "move" && !!option.path?.length && option.n !== move.n,
    )!;
    interaction.pick(other.square);
    interaction.action("challenge");
    socket.says({ type: "ack", id: chosen()[0]!.id, seq: 99 });
    await Promise.resolve();
    expect(chosen()).toHaveLength(1);
    expect(interaction.marks.chosen).toBe(move.square);
  });

  it("takes the mark away where the table refuses", async () => {
    interaction.pick(move.square);
    socket.says({ type: "refused", id: chosen()[0]!.id, refused: "stale", sentence: "The game has gone on since." });
    await vi.waitFor(() => expect(interaction.doing).toBeNull());
    expect(interaction.marks.chosen).toBeUndefined();
  });

  it("marks an answer without a square by its button", () => {
    const end = session.options.find((option) => option.verb === "end")!;
    interaction.action("end");
    expect(interaction.ready?.n).toBe(end.n);
  });

  const empty = Array.from({ length: 64 }, (_, n) => n).find((n) => hello.moment!.figures.every((one) => one.square !== n))!;
  const asked = () => socket.sent.filter((one): one is AskWhy => one.type === "ask_why" && !one.ahead);
  const turn = () => {
    const { moment } = hello;
    const question = { ...moment!.question, asked: "turn", options: [] };
    socket.says({ ...hello, type: "welcome", moment: { ...moment, seq: moment!.seq + 1, question } });
  };

  it("asks the table why an empty square is no answer, and shows what it says; a hint closes that", async () => {
    turn();
    interaction.pick(empty);
    expect(asked()[0]!.tries).toEqual([{ tries: "square", square: empty, action: null }]);
    const why = [{ line: "", reasons: [{ rule: "TRN-1", sentence: "Nobody stands there." }], way: "Choose Ann." }];
    socket.says({ type: "reasons", id: asked()[0]!.id, seq: 99, why });
    await vi.waitFor(() => expect(interaction.refusal).toBe("Nobody stands there. Choose Ann."));
    void interaction.askHint();
    expect(interaction.refusal).toBe("");
  });

  it("opens a figure's card where a click on it answers nothing, and asks nothing", () => {
    turn();
    const figure = hello.moment!.figures.find((one) => one.at === "board" && one.id !== hello.moment!.question!.figure)!;
    interaction.pick(figure.square!);
    expect(interaction.looking).toBe(figure.id);
    expect(asked()).toEqual([]);
  });

  it("asks who could hit, not why not, while threats are looked at", () => {
    const free = [...Array(hello.game!.map.columns).keys()].find((square) => !interaction.at(square).length)!;
    interaction.threat = true;
    interaction.pick(free);
    interaction.askThreats();
    expect(interaction.hover).toBe(free);
    expect(socket.sent.filter((one) => one.type === "ask_why" && !one.ahead)).toEqual([]);
    const own = session.moment!.figures.filter((figure) => figure.side === session.side).map((figure) => figure.id);
    expect(socket.sent.filter((one) => one.type === "ask_threats")).toMatchObject([{ side: session.side, figure: interaction.stander }]);
    expect(own).toContain(interaction.stander);
    interaction.askThreats();
    expect(socket.sent.filter((one) => one.type === "ask_threats")).toHaveLength(1); // it is kept while the moment stands
  });
});
