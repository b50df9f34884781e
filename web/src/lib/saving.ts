// Files that the browser keeps: a picture of the board, a game's record.

import { api } from "./api";
import { tokensOf } from "./seats";

/** Give a file to the browser to keep. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Save a table's record, with what my seat may know of it; a refusal's sentence comes back, empty if all is well. */
export async function saveRecord(code: string): Promise<string> {
  const answer = await api.record(code, tokensOf(code)[0]);
  if (!answer.ok) return answer.refusal.sentence;
  save(new Blob([answer.value], { type: "text/plain" }), `${code}.tip`);
  return "";
}
