// The card box: characters that were written here, kept in this browser, and sent to the rooms that play them.

import { t } from "./text";
import type { CardShown } from "./protocol";

const KEY = "tipover.cards";
const DRAFT = "tipover.draft";

export interface OwnCard {
  text: string;
  card: CardShown;
}

function read(): OwnCard[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter((one): one is OwnCard => typeof one?.text === "string" && typeof one?.card?.name === "string").slice(0, 20)
      : [];
  } catch {
    return [];
  }
}

class CardBox {
  own = $state.raw<OwnCard[]>(read());

  /** Keep a card that was found right; one of the same name is replaced. */
  keep(text: string, card: CardShown): void {
    this.own = [{ text, card: { ...card, set: t("common.card_box") } }, ...this.own.filter((one) => one.card.name !== card.name)].slice(
      0,
      20,
    );
    this.write();
  }

  /** Throw a card away. */
  drop(name: string): void {
    this.own = this.own.filter((one) => one.card.name !== name);
    this.write();
  }

  /** The text that was last in the editor. */
  get draft(): string {
    try {
      return localStorage.getItem(DRAFT) ?? "";
    } catch {
      return "";
    }
  }

  set draft(text: string) {
    try {
      localStorage.setItem(DRAFT, text);
    } catch {
      // the editor still has it
    }
  }

  private write(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.own));
    } catch {
      // kept until the page is closed
    }
  }
}

export const cardBox = new CardBox();
