// A beat in words, for the bar: who does what, and its numbers.

import { t } from "../../lib/text";
import type { Game, Moment, TableNow } from "../../lib/protocol";
import { figureOf, peopleOf, percent, sideOf, squareName } from "../words";
import type { Beat } from "./beats";

export interface Caption {
  title: string;
  detail: string;
}

/** What the bar says of a beat; `before` is what it said, which stays where there is nothing new to say. */
export function captionOf(beat: Beat, moment: Moment, game: Game, table: TableNow | null): Caption {
  const name = (id: number) => figureOf(moment, id)?.short || figureOf(moment, id)?.name || "";
  const people = (side: string | undefined) => (table && side ? peopleOf(table, sideOf(moment, side)) : "");
  const [figure, target] = [name(beat.actor), name(beat.target)];
  const only = (title: string, detail = ""): Caption => ({ title, detail });
  switch (beat.kind) {
    case "announce":
      return only(t("stage.turn", { who: people(beat.side), figure }), t("stage.takes_a_turn"));
    case "move":
      return only(
        t("stage.moves", { figure: target || t("stage.it") }),
        t("stage.from_to", { from: squareName(game.map, beat.squares[0]!), to: squareName(game.map, beat.squares.at(-1)!) }),
      );
    case "threat": {
      const one = beat.news.findLast((each) => each.event === "Challenged");
      const numbers =
        one?.event === "Challenged"
          ? t("stage.against", { dice: one.dice_count ?? 0, defense: one.defense_count ?? 0, percent: percent(one.win ?? 0) })
          : "";
      return only(t("stage.attacks", { figure, target }), numbers);
    }
    case "dice":
    case "hit": {
      const totals = (beat.roll?.throws ?? []).map((one) => one.successes).join(" v ");
      return only(target ? t("stage.attacks", { figure, target }) : t("common.dice"), totals);
    }
    case "down":
      return only(t("stage.is_down", { figure: target }));
    case "out":
    case "gone":
      return only(t("stage.is_out", { figure: target || t("stage.it") }));
    case "stand":
      return only(t("stage.stands_up", { figure: target }));
    case "point":
    case "line":
      return only(t("stage.scores", { who: people(beat.side), points: beat.points ?? 0 }), beat.band?.lines[beat.band.lit - 1]?.why ?? "");
    case "round":
    case "back":
      return only(t("stage.round_ends", { round: beat.band?.round ?? moment.round }));
    case "token":
      return only(figure || t("stage.it"), t("stage.pays"));
    case "quiet":
      return only(t("top_bar.your_turn"));
    default:
      return only(figure);
  }
}
