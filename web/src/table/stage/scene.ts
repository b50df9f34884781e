// A position with some of its news told: what the screen shows while an act is played. The table's own moment follows at the end.

import { COLOURS } from "../../lib/names";
import type { ColourName, FigureNow, Moment, News, PieceNow, SideName, SideNow, TrackThing } from "../../lib/protocol";
import { PIECE } from "../../lib/protocol";

/** The position after these news; what a page does not draw before the act is over is left as it was. */
export function after(moment: Moment, news: readonly News[]): Moment {
  return news.reduce(told, moment);
}

function told(moment: Moment, one: News): Moment {
  switch (one.event) {
    case "Moved":
      return one.path?.length ? put(moment, one.thing, one.path.at(-1)) : moment;
    case "Placed":
      return put(moment, one.thing, one.square);
    case "Returned":
      return put(moment, one.thing, one.square);
    case "KnockedDown":
      return figure(moment, one.figure, () => ({ down: true }));
    case "StoodUp":
      return figure(moment, one.figure, () => ({ down: false }));
    case "KnockedOut":
      return figure(moment, one.figure, () => ({ at: "reserve", square: -1, down: false }));
    case "Removed":
      return (one.thing ?? -1) < PIECE
        ? figure(moment, one.thing, () => ({ at: "reserve", square: -1, down: false }))
        : { ...moment, pieces: moment.pieces.filter((piece) => piece.id !== one.thing) };
    case "PutOnTrack":
      return putOnTrack(moment, one.side || undefined, one.thing ?? -1, one.place ?? 1);
    case "Exhausted":
      return figure(moment, one.figure, (was) => spent(was, (was.spent ?? 0) + 1));
    case "MarkersOff":
      return figure(moment, one.figure, (was) => spent(was, 0));
    case "MarkerPassed":
      return figure(
        figure(moment, one.figure, (was) => spent(was, Math.max(0, (was.spent ?? 0) - 1))),
        one.target,
        (was) => spent(was, (was.spent ?? 0) + 1),
      );
    case "Refreshed":
      return { ...moment, figures: moment.figures.map((was) => ({ ...was, ...spent(was, 0) })) };
    case "PointsGained":
      return side(moment, one.side, (was) => ({ points: was.points + (one.points ?? 0) }));
    case "TokenSpent":
      return shifted(moment, one.side, one.colour, 0, one.to ?? 0);
    case "TokenShifted":
      return shifted(moment, one.side, one.colour, one.place ?? 0, one.to ?? 0);
    case "TokensGained":
      return side(moment, one.side, (was) => ({
        pool: more(was.pool, one.colour, one.count ?? 0),
        tokens: more(was.tokens, one.colour, one.count ?? 0),
      }));
    case "TokensReturned":
      return side(moment, one.side, (was) => ({ pool: was.pool.map((many, n) => many + (one.tokens?.[n] ?? 0)) }));
    case "CooledDown":
      return cooled(moment, one.side || undefined);
    case "RoundBegan":
      return {
        ...moment,
        round: one.round ?? moment.round,
        sides: moment.sides.map((was) => ({ ...was, back: was.back.map((_, n) => Math.max(one.round ?? 1, 1) + n) })),
      };
    case "FirstPlayerPassed":
    case "FirstPlayerGained":
    case "MarkerTaken":
    case "Flipped":
      return { ...moment, first: one.side ?? "" };
    case "Taken":
    case "Given":
      return piece(moment, one.thing, () => ({ square: -1, holder: one.figure ?? -1 }));
    case "Claimed":
      return { ...moment, areas: (moment.areas ?? []).map((was) => (was.area === one.area ? { ...was, claimed: one.side ?? "" } : was)) };
    default:
      return moment;
  }
}

function figure(moment: Moment, id: number | undefined, change: (was: FigureNow) => Partial<FigureNow>): Moment {
  return { ...moment, figures: moment.figures.map((was) => (was.id === id ? { ...was, ...change(was) } : was)) };
}

function piece(moment: Moment, id: number | undefined, change: (was: PieceNow) => Partial<PieceNow>): Moment {
  return { ...moment, pieces: moment.pieces.map((was) => (was.id === id ? { ...was, ...change(was) } : was)) };
}

function side(moment: Moment, name: string | undefined, change: (was: SideNow) => Partial<SideNow>): Moment {
  return { ...moment, sides: moment.sides.map((was) => (was.side === name ? { ...was, ...change(was) } : was)) };
}

function spent(was: FigureNow, markers: number): Partial<FigureNow> {
  return { spent: markers, exhausted: markers >= (was.markers ?? 1) };
}

/** A figure or piece on a square; off every track. Square -1 is nowhere. */
function put(moment: Moment, id: number | undefined, square = -1): Moment {
  const off = { ...moment, sides: moment.sides.map((was) => ({ ...was, track: was.track.map((place) => without(place, id)) })) };
  if ((id ?? -1) >= PIECE) return piece(off, id, () => ({ square, place: 0, ...(square >= 0 ? { holder: -1 } : {}) }));
  return figure(off, id, () => ({ at: square >= 0 ? "board" : "reserve", square, place: 0, back: 0 }));
}

function putOnTrack(moment: Moment, name: SideName | undefined, id: number, place: number): Moment {
  const off = put(moment, id);
  const known = id < PIECE ? moment.figures.find((one) => one.id === id) : moment.pieces.find((one) => one.id === id);
  const owner = name ?? known?.side;
  const on = side(off, owner, (was) => ({ track: laid(was.track, place, { thing: id, name: known?.name ?? "" }) }));
  const back = on.sides.find((one) => one.side === owner)?.back[place - 1] ?? 0;
  return id < PIECE
    ? figure(on, id, () => ({ at: "track", place, back, down: false }))
    : piece(on, id, () => ({ square: -1, place, holder: -1 }));
}

/** A token from one place to another; place 0 is the pool. */
function shifted(moment: Moment, name: string | undefined, colour: ColourName, from: number, to: number): Moment {
  return side(moment, name, (was) => {
    const pool = more(was.pool, colour, Number(to === 0) - Number(from === 0));
    const taken = from ? was.track.map((place, n) => (n === from - 1 ? withoutOne(place, colour) : place)) : was.track;
    return { pool, track: to ? laid(taken, to, { colour }) : taken };
  });
}

/** Everything on a side's track goes down by one: tokens of the first place wait for their own news, figures come back. */
function cooled(moment: Moment, name: SideName | undefined): Moment {
  const was = moment.sides.find((one) => one.side === name);
  if (!was) return moment;
  const leaving = new Set((was.track[0] ?? []).map((one) => one.thing ?? -1));
  const down = (place: number) => place - 1;
  return {
    ...side(moment, name, () => ({ track: [...was.track.slice(1), []] })),
    figures: moment.figures.map((one) =>
      one.side !== name || one.at !== "track"
        ? one
        : leaving.has(one.id)
          ? { ...one, at: "returning", place: 0, back: 0 }
          : { ...one, place: down(one.place ?? 1) },
    ),
    pieces: moment.pieces.map((one) => (one.side === name && (one.place ?? 0) > 1 ? { ...one, place: down(one.place!) } : one)),
  };
}

const more = (pool: number[], colour: ColourName, by: number) =>
  pool.map((many, n) => (COLOURS[n] === colour ? Math.max(0, many + by) : many));
const without = (place: TrackThing[], id: number | undefined) => (id === undefined ? place : place.filter((one) => one.thing !== id));

function withoutOne(place: TrackThing[], colour: ColourName): TrackThing[] {
  const at = place.findIndex((one) => one.colour === colour);
  return at < 0 ? place : place.toSpliced(at, 1);
}

/** A thing laid on a place of a track: tokens lie by their colour before figures and pieces, as the table tells them. */
function laid(track: TrackThing[][], place: number, thing: TrackThing): TrackThing[][] {
  const rank = (one: TrackThing) => (one.colour ? COLOURS.indexOf(one.colour) : COLOURS.length + Math.max(0, one.thing ?? 0));
  const full = Array.from({ length: Math.max(track.length, place) }, (_, n) => track[n] ?? []);
  return full.map((here, n) => (n === place - 1 ? [...here, thing].sort((a, b) => rank(a) - rank(b)) : here));
}
