// One socket to one table that mends itself: what is asked is kept until it is answered, and sent again after a cut.

import { language } from "../lib/text";
import { VERSION, type Ack, type FromBrowser, type FromTable, type Hello, type Refused, type Welcome } from "../lib/protocol";

/** The part of a WebSocket that is used; tests give their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface LinkOptions {
  code: string;
  tokens: () => string[];
  last: () => number;
  /** How many seconds later than it happens a watcher wants to see it. */
  delay?: () => number;
  heard: (message: FromTable) => void;
  changed: (on: boolean) => void;
  dial?: () => Socket;
}

type Body<T> = T extends { id: string } ? Omit<T, "id"> : never;
/** A message that waits for an answer; its id is given here. */
export type Asked = Body<Extract<FromBrowser, { id: string }>>;

interface Waiting {
  message: FromBrowser & { id: string };
  done: (answer: FromTable) => void;
  failed: (refused: Refused) => void;
}

const WAITS = [100, 200, 400, 800, 1500, 2000];
const FINAL = new Set(["no_such_table", "no_such_seat", "not_seated", "version", "origin", "malformed"]);
const PING_EVERY = 15_000;
const PONG_WITHIN = 5_000;

/** A page that was loaded anew so shortly before, in milliseconds, is not again. */
const A_WHILE = 60_000;

/** This page is older than the server: load it anew, once; a page that stays old is told in words. */
export function loadAnew(): boolean {
  const key = "tipover.loaded-anew";
  const former = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - former < A_WHILE) return false;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return true;
}

/** How long to wait before the nth try. */
export function pause(tries: number): number {
  return WAITS[Math.min(tries, WAITS.length - 1)]!;
}

/** A new id for a command: the table takes each only once. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

function dialHere(): Socket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as Socket;
}

/** The line to the table. */
export class Link {
  private socket: Socket | null = null;
  private welcomed = false;
  private ended = false;
  private tries = 0;
  private waiting = new Map<string, Waiting>();
  private redial: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setTimeout> | undefined;
  private doubt: ReturnType<typeof setTimeout> | undefined;

  constructor(private options: LinkOptions) {
    this.dial();
  }

  /** Send a message and wait for its answer; a cut in between only makes it take longer. */
  send<T extends FromTable = Ack>(body: Asked): Promise<T> {
    return new Promise<T>((done, failed) => {
      const message = { ...body, id: newId() } as Waiting["message"];
      this.waiting.set(message.id, { message, done: done as (answer: FromTable) => void, failed });
      if (this.welcomed) this.put(message);
    });
  }

  /** Commands of people that are not acknowledged yet. */
  get open(): number {
    let open = 0;
    for (const { message } of this.waiting.values()) if (!message.type.startsWith("ask_") && message.type !== "share") open++;
    return open;
  }

  /** Try now rather than after the pause: the device is back, or the page is seen again. */
  hurry(): void {
    if (this.ended) return;
    if (!this.socket) this.dial();
    else if (this.welcomed) this.ping();
  }

  /** Say hello anew with other tokens (a seat was taken) or because the table asks for it. */
  again(): void {
    this.drop();
    this.tries = 0;
    this.dial();
  }

  /** Hang up for good. */
  end(): void {
    this.ended = true;
    this.drop();
    this.waiting.clear();
  }

  private dial(): void {
    clearTimeout(this.redial);
    if (this.ended || this.socket) return;
    const socket = (this.options.dial ?? dialHere)();
    this.socket = socket;
    this.doubt = setTimeout(() => this.lost(socket), PONG_WITHIN);
    socket.onopen = () => {
      const last = this.options.last();
      const hello: Hello = { type: "hello", code: this.options.code, tokens: this.options.tokens(), last, version: VERSION, language };
      const delay = this.options.delay?.();
      if (delay) hello.delay = delay;
      this.put(hello);
    };
    socket.onmessage = (event) => {
      if (socket === this.socket && typeof event.data === "string") this.hear(JSON.parse(event.data) as FromTable);
    };
    socket.onclose = () => this.lost(socket);
  }

  private put(message: FromBrowser): void {
    try {
      this.socket?.send(JSON.stringify(message));
    } catch {
      // A socket that closes just now: the message is sent again after the next welcome.
    }
  }

  private hear(message: FromTable): void {
    clearTimeout(this.doubt);
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "resync") this.again();
    else if (message.type === "pong") this.plan();
    else if ("id" in message) this.answer(message);
    else this.options.heard(message);
  }

  private welcome(message: Welcome): void {
    this.welcomed = true;
    this.tries = 0;
    this.plan();
    this.options.heard(message);
    if (!this.welcomed) return; // it was not enough, and the table is asked anew
    this.options.changed(true);
    for (const { message: kept } of this.waiting.values()) this.put(kept);
  }

  private answer(message: Extract<FromTable, { id: string }>): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) {
      // A refusal of the hello itself, or the second answer to a message sent twice.
      if (message.type === "refused" && !this.welcomed) {
        if (!FINAL.has(message.refused)) return this.lost(this.socket!); // the table is only busy or stopping: the next try may do
        this.ended = true;
        this.options.heard(message);
      }
      return;
    }
    this.waiting.delete(message.id);
    if (message.type === "refused") waiting.failed(message);
    else waiting.done(message);
  }

  private plan(): void {
    clearTimeout(this.pinging);
    this.pinging = setTimeout(() => this.ping(), PING_EVERY);
  }

  private ping(): void {
    const socket = this.socket;
    if (!socket) return;
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => this.lost(socket), PONG_WITHIN);
    this.put({ type: "ping" });
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    clearTimeout(this.redial);
    clearTimeout(this.pinging);
    clearTimeout(this.doubt);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private lost(socket: Socket): void {
    if (socket !== this.socket) return;
    this.drop();
    this.options.changed(false);
    if (!this.ended) this.redial = setTimeout(() => this.dial(), pause(this.tries++));
  }
}
