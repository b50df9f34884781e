import { describe, expect, it } from "vitest";
import { blocks, dataModules, frame, masked, qr, times } from "./qr";

/** Read a code back as a phone would: format, mask, bytes in their blocks, checks, text. */
function read(grid: boolean[][]): string {
  const version = (grid.length - 17) / 4;
  const at = (x: number, y: number) => (grid[y]![x] ? 1 : 0);
  let format = 0;
  const places = [
    [8, 0],
    [8, 1],
    [8, 2],
    [8, 3],
    [8, 4],
    [8, 5],
    [8, 7],
    [8, 8],
    [7, 8],
    [5, 8],
    [4, 8],
    [3, 8],
    [2, 8],
    [1, 8],
    [0, 8],
  ];
  places.forEach(([x, y], n) => (format |= at(x!, y!) << n));
  format ^= 0x5412;
  const mask = (format >> 10) & 7;
  expect(format >> 13, "error correction M").toBe(0);
  const bits = dataModules(version).map(([x, y]) => at(x, y) ^ (masked(mask, x, y) ? 1 : 0));
  const bytes: number[] = [];
  for (let n = 0; n + 8 <= bits.length; n += 8) bytes.push(parseInt(bits.slice(n, n + 8).join(""), 2));
  const { data, checks } = blocks(version);
  const cut: number[][] = data.map(() => []);
  let from = 0;
  for (let n = 0; n < Math.max(...data); n++) data.forEach((size, b) => n < size && cut[b]!.push(bytes[from++]!));
  for (let n = 0; n < checks; n++) data.forEach((_, b) => cut[b]!.push(bytes[from++]!));
  for (const block of cut)
    for (let power = 0, root = 1; power < checks; power++, root = times(root, 2))
      expect(
        block.reduce((sum, byte) => times(sum, root) ^ byte, 0),
        "a syndrome is 0",
      ).toBe(0);
  const words = cut.flatMap((block, b) => block.slice(0, data[b]));
  const stream = words.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  expect(stream.slice(0, 4), "byte mode").toBe("0100");
  const wide = version < 10 ? 8 : 16;
  const length = parseInt(stream.slice(4, 4 + wide), 2);
  const text = Array.from({ length }, (_, n) => parseInt(stream.slice(4 + wide + n * 8, 12 + wide + n * 8), 2));
  return new TextDecoder().decode(new Uint8Array(text));
}

describe("a QR code", () => {
  for (const length of [1, 14, 26, 42, 62, 84, 106, 122, 152, 180, 213])
    it(`of ${length} bytes reads back`, () => {
      const text = "https://tipover.example/t/ABCDEF#".padEnd(length, "x7Q-").slice(0, length);
      expect(read(qr(text))).toBe(text);
    });

  it("has its finders in three corners and a dark module beside the lower one", () => {
    const grid = qr("Tipover");
    const size = grid.length;
    expect(size).toBe(21);
    const row = (x: number, y: number) =>
      grid[y]!.slice(x, x + 7)
        .map(Number)
        .join("");
    expect([row(0, 0), row(size - 7, 0), row(0, size - 7)]).toEqual(["1111111", "1111111", "1111111"]);
    expect([row(0, 1), row(0, 3)]).toEqual(["1000001", "1011101"]);
    expect(grid[size - 8]![8]).toBe(true);
  });

  it("of version 7 carries the version as the standard prints it: 000111110010010100", () => {
    const grid = frame(7);
    let bits = "";
    for (let n = 17; n >= 0; n--) bits += grid[Math.floor(n / 3)]![grid.length - 11 + (n % 3)] ? "1" : "0";
    expect(bits).toBe("000111110010010100");
  });

  it("says how much it holds when the text is too long", () => {
    expect(() => qr("x".repeat(214))).toThrow("holds 213 bytes");
  });
});
