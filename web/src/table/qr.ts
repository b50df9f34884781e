// QR codes of links, drawn here so that nothing leaves the page: byte mode, error correction M, versions 1 to 10.

const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // check bytes of a block, by version
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const LARGEST = 10;

/** A square picture of dark modules, or a sentence if the text is too long. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = fitting(bytes.length);
  const codewords = interleaved(version, padded(bytes, version));
  let best: boolean[][] = [];
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const grid = drawn(version, codewords, mask);
    const ugly = penalty(grid);
    if (ugly < least) [best, least] = [grid, ugly];
  }
  return best;
}

/** The dark modules as one SVG path, one unit each. */
export function qrPath(modules: boolean[][]): string {
  return modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}

/** All the bytes a version holds, data and checks. */
export function capacity(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const lines = Math.floor(version / 7) + 2;
    modules -= (25 * lines - 10) * lines - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

/** How a version's bytes are cut into blocks: data bytes of each, and the check bytes that follow it. */
export function blocks(version: number): { data: number[]; checks: number } {
  const count = BLOCKS[version - 1]!;
  const checks = CHECKS[version - 1]!;
  const total = capacity(version);
  const short = Math.floor(total / count) - checks;
  const longer = total % count;
  return { data: Array.from({ length: count }, (_, n) => short + (n >= count - longer ? 1 : 0)), checks };
}

function fitting(length: number): number {
  for (let version = 1; version <= LARGEST; version++) {
    const room = blocks(version).data.reduce((sum, size) => sum + size, 0);
    if (length + (version < 10 ? 2 : 3) <= room) return version;
  }
  throw new Error(`A QR code of this size holds 213 bytes; the text has ${length}. A shorter link would fit.`);
}

function padded(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, width: number) => {
    for (let n = width - 1; n >= 0; n--) bits.push((value >> n) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = blocks(version).data.reduce((sum, size) => sum + size, 0) * 8;
  put(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  const words: number[] = [];
  for (let n = 0; n < bits.length; n += 8) words.push(parseInt(bits.slice(n, n + 8).join(""), 2));
  for (let fill = 0xec; words.length < room / 8; fill ^= 0xec ^ 0x11) words.push(fill);
  return words;
}

/** A product in the field of 256 elements that the checks are reckoned in. */
export function times(a: number, b: number): number {
  let product = 0;
  for (let n = 7; n >= 0; n--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> n) & 1) * a;
  }
  return product;
}

function divisor(degree: number): number[] {
  const terms: number[] = Array.from({ length: degree }, (_, n) => (n === degree - 1 ? 1 : 0));
  let root = 1;
  for (let n = 0; n < degree; n++) {
    for (let k = 0; k < degree; k++) terms[k] = times(terms[k]!, root) ^ (terms[k + 1] ?? 0);
    root = times(root, 2);
  }
  return terms;
}

function checkBytes(data: number[], by: number[]): number[] {
  const rest = by.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    by.forEach((term, n) => (rest[n] = rest[n]! ^ times(term, factor)));
  }
  return rest;
}

function interleaved(version: number, words: number[]): number[] {
  const { data, checks } = blocks(version);
  const by = divisor(checks);
  let from = 0;
  const cut = data.map((size) => words.slice(from, (from += size)));
  const ends = cut.map((block) => checkBytes(block, by));
  const out: number[] = [];
  for (let n = 0; n < Math.max(...data); n++) for (const block of cut) if (n < block.length) out.push(block[n]!);
  for (let n = 0; n < checks; n++) for (const end of ends) out.push(end[n]!);
  return out;
}

function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const at = [6];
  for (let n = 0; n < count - 1; n++) at.splice(1, 0, version * 4 + 10 - n * step);
  return at;
}

/** Whether a mask turns this module. */
export function masked(mask: number, x: number, y: number): boolean {
  const product = x * y;
  const rules = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (product % 2) + (product % 3),
    ((product % 2) + (product % 3)) % 2,
    (((x + y) % 2) + (product % 3)) % 2,
  ];
  return rules[mask] === 0;
}

/** Which modules are frame: finders, timing, alignment, format and version; the rest carries data. */
export function frame(version: number): (boolean | null)[][] {
  const size = version * 4 + 17;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark;
  };
  for (let n = 0; n < size; n++) {
    set(6, n, n % 2 === 0);
    set(n, 6, n % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
  const lines = alignments(version);
  const end = lines.length - 1;
  lines.forEach((cx, i) =>
    lines.forEach((cy, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === end) || (i === end && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  putFormat(size, 0, set);
  if (version >= 7) putVersion(version, size, set);
  return grid;
}

function putFormat(size: number, mask: number, set: (x: number, y: number, dark: boolean) => void): void {
  let rest = mask;
  for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (n: number) => ((bits >> n) & 1) === 1;
  for (let n = 0; n <= 5; n++) set(8, n, bit(n));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let n = 9; n < 15; n++) set(14 - n, 8, bit(n));
  for (let n = 0; n < 8; n++) set(size - 1 - n, 8, bit(n));
  for (let n = 8; n < 15; n++) set(8, size - 15 + n, bit(n));
  set(8, size - 8, true);
}

function putVersion(version: number, size: number, set: (x: number, y: number, dark: boolean) => void): void {
  let rest = version;
  for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let n = 0; n < 18; n++) {
    const dark = ((bits >> n) & 1) === 1;
    const a = size - 11 + (n % 3);
    const b = Math.floor(n / 3);
    set(a, b, dark);
    set(b, a, dark);
  }
}

/** The data modules in the order they are filled: pairs of columns from the right, up and down in turn. */
export function dataModules(version: number): [number, number][] {
  const size = version * 4 + 17;
  const taken = frame(version);
  const order: [number, number][] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let n = 0; n < size; n++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - n : n;
        if (taken[y]![x] === null) order.push([x, y]);
      }
  }
  return order;
}

function drawn(version: number, words: number[], mask: number): boolean[][] {
  const grid = frame(version);
  dataModules(version).forEach(([x, y], n) => {
    const dark = (((words[n >> 3] ?? 0) >> (7 - (n & 7))) & 1) === 1;
    grid[y]![x] = dark !== masked(mask, x, y);
  });
  putFormat(grid.length, mask, (x, y, dark) => (grid[y]![x] = dark));
  return grid as boolean[][];
}

function penalty(grid: boolean[][]): number {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  const runs = (line: boolean[]) => {
    let run = 0;
    line.forEach((module, n) => {
      run = n && module === line[n - 1] ? run + 1 : 1;
      if (run === 5) sum += 3;
      else if (run > 5) sum += 1;
    });
    const text = line.map(Number).join("");
    for (const finder of ["10111010000", "00001011101"])
      for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) sum += 40;
  };
  for (let n = 0; n < size; n++) {
    runs(grid[n]!);
    runs(grid.map((row) => row[n]!));
  }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const module = grid[y]![x]!;
      if (module) dark++;
      if (x && y && module === grid[y]![x - 1] && module === grid[y - 1]![x] && module === grid[y - 1]![x - 1]) sum += 3;
    }
  return sum + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10;
}
