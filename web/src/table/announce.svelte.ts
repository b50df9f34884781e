// What is said without being looked at: whose turn it is, refusals and the connection read aloud, what the hand does and who talks
// as a sound, and the title of the window.

import { untrack } from "svelte";
import { live } from "../lib/live.svelte";
import { notices } from "../lib/notices.svelte";
import { t } from "../lib/text";
import { actsOf, readAloud, recapOf } from "./acts";
import type { Interaction } from "./interaction.svelte";
import type { Session } from "./session.svelte";
import { sounds } from "./stage/sounds";
import { gameTitle, seatName } from "./words";

interface Page {
  readonly handing: boolean; // the device goes to the next player: nothing of the question is said yet
}

/** Two sentences: what was done to me last, or what happened last, and what I am asked. */
export function digestOf(session: Pick<Session, "log" | "sides">, asked: string): string {
  const { toMe, others } = recapOf(actsOf(session.log), session.sides);
  const last = toMe.at(-1) ?? others.at(-1);
  return [last ? readAloud(last.head) : "", asked].filter(Boolean).join(" ");
}

/** To be called while a component is set up. */
export function announce(session: Session, interaction: Interaction, page: Page): void {
  let seatAsked = -1;
  $effect(() => {
    void session.moment?.seq;
    const words = session.asked && session.question && !page.handing ? session.question.prompt : "";
    untrack(() => {
      const who =
        seatAsked === session.seat || !session.table
          ? ""
          : session.mine.length > 1
            ? t("table_page.your_turn", { who: seatName(session.table, session.seat) })
            : t("table_page.your_turn_2");
      if (words && who) live.shout(who);
      if (words && who && session.mine.length === 1)
        notices.show(t("notices.your_turn", { title: session.table?.title }), digestOf(session, words), location.pathname);
      if (words) live.say(words);
      if (!session.behind) seatAsked = words ? session.seat : -1;
    });
  });
  $effect(() => {
    const words = interaction.refusal;
    if (words) untrack(() => live.say(words));
  });
  $effect(() => {
    if (interaction.chosen || interaction.doing) sounds.play({ sound: "pick" });
  });
  $effect(() => {
    if (interaction.asking) sounds.play({ sound: "no" });
  });
  let talked = -1;
  $effect(() => {
    const said = session.chat.at(-1)?.n ?? 0;
    if (talked >= 0 && said > talked) sounds.play({ sound: "chat" });
    talked = said;
  });
  let wasLost = false;
  $effect(() => {
    if (session.connection === "lost") untrack(() => live.shout(t("common.the_connection_is_lost")));
    else if (wasLost) untrack(() => live.shout(t("table_page.the_connection_is_back")));
    wasLost = session.connection === "lost";
  });
  $effect(() => {
    const name = session.table?.title || (session.game ? gameTitle(session.game) : t("common.table"));
    document.title = session.asked ? t("table_page.your_turn_tipover") : t("table_page.tipover", { name });
  });
}
