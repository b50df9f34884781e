import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { NewTable } from "./protocol";

vi.mock("./router.svelte", () => ({ route: { go: vi.fn() } }));
vi.mock("./settings.svelte", () => ({ settings: { now: { name: "Ann" } } }));
const { openTable } = await import("./opening");
const { keepToken, myTable, tokensOf } = await import("./seats");

const WANTED: NewTable = { quick: "first", seats: [{ kind: "me", seed: "a1" }, { kind: "bot" }] };

describe("opening a table", () => {
  let asked: { path: string; body: Record<string, unknown> }[] = [];
  let bound = true; // whether the server gives a commitment

  beforeEach(() => {
    asked = [];
    bound = true;
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    vi.stubGlobal("fetch", (path: string, wanted: RequestInit) => {
      asked.push({ path, body: JSON.parse(wanted.body as string) as Record<string, unknown> });
      if (path === "/api/commitments")
        return Promise.resolve(
          bound
            ? Response.json({ commitment: `c${asked.length}` })
            : Response.json({ refused: "too_fast", sentence: "Wait a moment." }, { status: 429 }),
        );
      return Promise.resolve(Response.json({ code: "ABCDEF", seats: [{ seat: 0, token: "t0" }] }));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("binds the server before it tells a seed, and keeps what was promised", async () => {
    expect(await openTable(WANTED, { title: "A game" })).toBe("");
    expect(asked.map((one) => one.path)).toEqual(["/api/commitments", "/api/tables"]);
    expect(asked[1]!.body.commitment).toBe("c1");
    expect(myTable("ABCDEF")?.promise).toBe("c1");
  });

  it("opens no table to which the server is not bound", async () => {
    bound = false;
    expect(await openTable(WANTED, { title: "A game" })).toBe("Wait a moment.");
    expect(asked.map((one) => one.path)).toEqual(["/api/commitments"]);
    expect(myTable("ABCDEF")).toBeUndefined();
  });

  it("asks for none where no seed is given", async () => {
    await openTable({ record: "tipover-record 1" }, { title: "A record" });
    expect(asked.map((one) => one.path)).toEqual(["/api/tables"]);
  });

  it("keeps a seat's former token until the new one is sure", () => {
    keepToken("ABCDEF", 0, "old");
    keepToken("ABCDEF", 0, "new", false);
    expect(tokensOf("ABCDEF")).toEqual(["old", "new"]);
    keepToken("ABCDEF", 0, "new");
    expect(tokensOf("ABCDEF")).toEqual(["new"]);
  });
});
