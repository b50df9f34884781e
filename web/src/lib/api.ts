// Every HTTP route of the table. What is refused comes back as `Refusal` with its sentence, never as an exception.

import { language, t } from "./text";
import type {
  CardChecked,
  CatalogShown,
  Committed,
  DealWanted,
  LessonShown,
  NewTable,
  Refusal,
  RefusalCode,
  RuleShown,
  SetupDealt,
  SitDown,
  TableNow,
  TableOpened,
} from "./protocol";

/** A no: the table's own, or that it does not answer in its own words. */
export type HttpRefusal = Omit<Refusal, "refused"> & { refused: RefusalCode | "away" | "error" };
export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: HttpRefusal };

const AWAY: HttpRefusal = { refused: "away", sentence: t("api.the_table_does_not") };

async function ask(path: string, body?: unknown, token = ""): Promise<Answer<Response>> {
  const headers: Record<string, string> = { "tipover-language": language };
  if (token) headers.authorization = `Bearer ${token}`;
  const wanted: RequestInit =
    body === undefined
      ? { headers }
      : { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(path, wanted);
  } catch {
    return { ok: false, refusal: AWAY };
  }
  if (answer.ok) return { ok: true, value: answer };
  try {
    const refusal = (await answer.json()) as Refusal;
    if (typeof refusal?.sentence === "string") return { ok: false, refusal };
  } catch {
    // not the table's own words: say what is known
  }
  const sentence = answer.status === 404 ? t("api.there_is_nothing_at") : t("api.the_table_answered_with", { status: answer.status });
  return { ok: false, refusal: { refused: "error", sentence } };
}

async function json<T>(path: string, body?: unknown, token = ""): Promise<Answer<T>> {
  const answer = await ask(path, body, token);
  if (!answer.ok) return answer;
  try {
    return { ok: true, value: (await answer.value.json()) as T };
  } catch {
    return { ok: false, refusal: AWAY };
  }
}

const kept = new Map<string, Promise<Answer<unknown>>>();

/** What never changes while the page is open is asked for once; a refusal is asked again. */
function once<T>(path: string): Promise<Answer<T>> {
  const former = kept.get(path);
  if (former) return former as Promise<Answer<T>>;
  const asked = json<T>(path);
  kept.set(path, asked);
  void asked.then((answer) => answer.ok || kept.delete(path));
  return asked;
}

export const api = {
  catalog: (): Promise<Answer<CatalogShown>> => once("/api/catalog"),
  rules: (): Promise<Answer<RuleShown[]>> => once("/api/rules"),
  lessons: (): Promise<Answer<LessonShown[]>> => once("/api/lessons"),
  tables: (): Promise<Answer<TableNow[]>> => json("/api/tables"),
  /** `token` is a seat's at the table, if I have one: then a neighbour who guesses codes does not keep me out. */
  table: (code: string, token = ""): Promise<Answer<TableNow>> => json(`/api/tables/${encodeURIComponent(code)}`, undefined, token),
  /** `token` is a seat's at the table that is played on from (`after`), if I have one: what it may know goes along. */
  open: (wanted: NewTable, token = ""): Promise<Answer<TableOpened>> => json("/api/tables", wanted, token),
  /** The server binds itself to a seed before it sees mine. */
  commit: (): Promise<Answer<Committed>> => json("/api/commitments", {}),
  /** `former` is a token of the table before a rematch: the seat that is kept for it. */
  sit: (code: string, wanted: SitDown, former = ""): Promise<Answer<TableOpened>> =>
    json(`/api/tables/${encodeURIComponent(code)}/sit`, wanted, former),
  deal: (wanted: DealWanted): Promise<Answer<SetupDealt>> => json("/api/deal", wanted),
  check: (text: string): Promise<Answer<CardChecked>> => json("/api/check", { text }),
  /** A game's record as text; with a seat's token what that seat may know is in it while the game goes on. */
  record: async (code: string, token = ""): Promise<Answer<string>> => {
    const answer = await ask(`/api/tables/${encodeURIComponent(code)}/record`, undefined, token);
    return answer.ok ? { ok: true, value: await answer.value.text() } : answer;
  },
};
