// Finding words: every word must stand somewhere in the texts, whatever its case.

export function found(words: string, ...texts: (string | undefined)[]): boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return true;
  const all = texts.join(" ").toLowerCase();
  return wanted.every((one) => all.includes(one));
}
