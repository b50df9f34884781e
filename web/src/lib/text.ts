// The words of the interface, by key. English is part of the program; another language is loaded before anything is drawn.

import { en } from "./text/en";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type LanguageCode = keyof typeof LANGUAGES;

type Catalogue = typeof en;
export type TextKey = keyof Catalogue;
type Gap<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Gap<Rest> : never;
type Gaps<Key extends TextKey> = Gap<Catalogue[Key]>;

const KEY = "tipover.language";

/** The language that was chosen in this browser, English at first. */
function chosen(): LanguageCode {
  try {
    const kept = localStorage.getItem(KEY) ?? "";
    return kept in LANGUAGES ? (kept as LanguageCode) : "en";
  } catch {
    return "en"; // a browser that keeps nothing
  }
}

export const language: LanguageCode = chosen();
const texts: Readonly<Record<TextKey, string>> = language === "de" ? (await import("./text/de")).de : en;
if (typeof document !== "undefined" && document.documentElement) document.documentElement.lang = language;

/** Read on in another language: it is kept, and the page is loaded again, so that everything is in it. */
export function speak(code: LanguageCode): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    return; // not kept: the page would come back in the former language
  }
  location.reload();
}

/** The text of a key; each of its gaps must be filled. */
export function t<Key extends TextKey>(
  key: Key,
  ...gaps: [Gaps<Key>] extends [never] ? [] : [Record<Gaps<Key>, string | number | undefined>]
): string {
  const text = texts[key];
  const [filled] = gaps as [Record<string, string | number | undefined>?];
  return filled ? text.replace(/\{(\w+)\}/g, (_, name: string) => String(filled[name] ?? "")) : text;
}

/** The text of a key for a number of things: its form `one` for 1, else `other`; both have the gap `n`. */
export function plural(key: PluralKey, n: number): string {
  return texts[`${key}.${n === 1 ? "one" : "other"}`].replaceAll("{n}", String(n));
}

type Stem<Key> = Key extends `${infer Name}.other` ? Name : never;
export type PluralKey = Stem<TextKey>;
