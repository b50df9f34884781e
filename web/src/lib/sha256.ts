// SHA-256 and HMAC of texts, at once and everywhere: the browser's own work only over https, and answer later.

const K = Array.from({ length: 64 }, (_, n) => fraction(Math.cbrt(prime(n))));
const START = Array.from({ length: 8 }, (_, n) => fraction(Math.sqrt(prime(n))));

function prime(n: number): number {
  for (let found = 2, left = n; ; found++) {
    let divides = false;
    for (let k = 2; k * k <= found; k++) divides ||= found % k === 0;
    if (!divides && left-- === 0) return found;
  }
}

/** The first 32 bits after the point. */
function fraction(root: number): number {
  return ((root % 1) * 0x100000000) | 0;
}

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** SHA-256 of bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Int32Array.from(START);
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let n = 0; n < 16; n++) w[n] = view.getInt32(at + 4 * n);
    for (let n = 16; n < 64; n++) {
      const a = w[n - 15]!;
      const b = w[n - 2]!;
      w[n] = (w[n - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[n - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = [state[0]!, state[1]!, state[2]!, state[3]!, state[4]!, state[5]!, state[6]!, state[7]!];
    for (let n = 0; n < 64; n++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[n]! + w[n]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    const words = [a, b, c, d, e, f, g, h];
    for (let n = 0; n < 8; n++) state[n] = (state[n]! + words[n]!) | 0;
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => out.setInt32(4 * n, word));
  return new Uint8Array(out.buffer);
}

const text = new TextEncoder();

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes in hex. */
export function hex(bytes: Uint8Array): string {
  let written = "";
  for (const byte of bytes) written += BYTES[byte];
  return written;
}

/** SHA-256 of a text, in hex. */
export function digest(message: string): string {
  return hex(sha256(text.encode(message)));
}

/** HMAC-SHA256 of a text under a text, in hex. */
export function hmac(key: string, message: string): string {
  const bytes = text.encode(key);
  const block = new Uint8Array(64);
  block.set(bytes.length > 64 ? sha256(bytes) : bytes);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      text.encode(message),
    ),
  );
  return hex(
    sha256(
      joined(
        block.map((byte) => byte ^ 0x5c),
        inner,
      ),
    ),
  );
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
