// Settings of this browser, kept in it and applied to the page.

const KEY = "tipover.settings";
export const TEXT_SIZES = [100, 115, 130, 150, 175, 200];

/** None, calm, normal, fast: how many times as fast as normal. */
export const SPEEDS = [0, 0.6, 1, 2] as const;
export type Speed = (typeof SPEEDS)[number];

export interface Kept {
  theme: "system" | "light" | "dark";
  text: number;
  speed: Speed; // how fast what happens is shown
  sound: boolean;
  confirm: boolean; // ask before a choice that cannot be taken back
  hints: boolean;
  plain: boolean; // boards without their scenery
  name: string; // how I am called at tables
  bot: string; // whom I play against, by the name requests use; empty: the first of the ladder
  coach: boolean; // the hints of the first game
  notices: boolean; // the browser tells me when it is my turn
}

const AT_FIRST: Kept = {
  theme: "system",
  text: 100,
  speed: 1,
  sound: true,
  confirm: true,
  hints: true,
  plain: false,
  name: "",
  bot: "",
  coach: true,
  notices: false,
};

/** What was kept, with what is missing or wrong put right. */
export function readKept(text: string | null): Kept {
  let kept: Partial<Record<keyof Kept, unknown>> = {};
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    if (read && typeof read === "object") kept = read;
  } catch {
    // something else wrote there: begin anew
  }
  return {
    theme: kept.theme === "light" || kept.theme === "dark" ? kept.theme : AT_FIRST.theme,
    text: typeof kept.text === "number" && TEXT_SIZES.includes(kept.text) ? kept.text : AT_FIRST.text,
    speed: SPEEDS.find((one) => one === kept.speed) ?? AT_FIRST.speed,
    sound: kept.sound !== false,
    confirm: kept.confirm !== false,
    hints: kept.hints !== false,
    plain: kept.plain === true,
    name: typeof kept.name === "string" ? kept.name.slice(0, 24) : AT_FIRST.name,
    bot: typeof kept.bot === "string" ? kept.bot.slice(0, 24) : AT_FIRST.bot,
    coach: kept.coach !== false,
    notices: kept.notices === true,
  };
}

class Settings {
  now = $state<Kept>(AT_FIRST);
  private dark = matchMedia("(prefers-color-scheme: dark)");
  private still = matchMedia("(prefers-reduced-motion: reduce)");
  private contrast = matchMedia("(prefers-contrast: more), (forced-colors: active)");
  systemDark = $state(this.dark.matches);
  systemStill = $state(this.still.matches);

  constructor() {
    try {
      this.now = readKept(localStorage.getItem(KEY));
    } catch {
      // a browser that keeps nothing still plays
    }
    this.dark.addEventListener("change", () => ((this.systemDark = this.dark.matches), this.apply()));
    this.still.addEventListener("change", () => ((this.systemStill = this.still.matches), this.apply()));
    addEventListener("storage", (event) => {
      if (event.key === KEY) ((this.now = readKept(event.newValue)), this.apply());
    });
    this.apply();
  }

  /** Change some settings; kept and applied at once. */
  set(some: Partial<Kept>): void {
    this.now = { ...this.now, ...some };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now));
    } catch {
      // not kept, but applied
    }
    this.apply();
  }

  /** Whether boards are shown without their scenery: as chosen, or where the system asks for high contrast. */
  get plain(): boolean {
    return this.now.plain || this.contrast.matches;
  }

  /** The theme that is shown. */
  get theme(): "light" | "dark" {
    return this.now.theme === "system" ? (this.systemDark ? "dark" : "light") : this.now.theme;
  }

  /** How many times as fast as normal things move here; 0 where nothing shall move. */
  get speed(): Speed {
    return this.systemStill ? 0 : this.now.speed;
  }

  /** How long a motion of `ms` milliseconds takes here; 0 where nothing shall move. */
  time(ms: number): number {
    return this.speed ? ms / this.speed : 0;
  }

  private apply(): void {
    const page = document.documentElement;
    page.dataset.theme = this.theme;
    page.dataset.still = String(!this.speed);
    page.style.setProperty("--speed", String(1 / (this.speed || 1)));
    page.style.setProperty("--text", String(this.now.text / 100));
  }
}

export const settings = new Settings();
