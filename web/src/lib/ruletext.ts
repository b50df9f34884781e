// A rule's words in parts: plain, set out by stars, or another rule's number.

export interface RulePart {
  text: string;
  rule?: string;
  strong?: boolean;
}

/** `see SEE-1 for *sight*` in four parts. */
export function ruleParts(text: string): RulePart[] {
  const parts: RulePart[] = [];
  let last = 0;
  for (const found of text.matchAll(/\b([A-Z]{3}-\d{1,2})\b|\*([^*\s](?:[^*]*[^*\s])?)\*/g)) {
    if (found.index > last) parts.push({ text: text.slice(last, found.index) });
    if (found[1]) parts.push({ text: found[1], rule: found[1] });
    else parts.push({ text: found[2]!, strong: true });
    last = found.index + found[0].length;
  }
  if (last < text.length) parts.push({ text: text.slice(last) });
  return parts;
}
