// Lessons done in this browser.

const KEY = "tipover.lessons";

/** The keys of the lessons that are done. */
export function lessonsDone(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Keep that a lesson is done; the table calls it when a lesson's last step is. */
export function lessonDone(key: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...lessonsDone(), key])]));
  } catch {
    // a browser that keeps nothing still learns
  }
}
