// The drawings of the places: one file, loaded when the first board is drawn. Without it boards are plain, and everything else goes on.

import { settings } from "../lib/settings.svelte";
import { partsOf, type Parts } from "../table/board/place";
import address from "../scenery.svg?url";

export interface Drawings {
  parts: Parts;
  /** The pattern of a floor or border as text, with an id of one's own: a pattern takes its tones from where it stands. */
  pattern(name: string, id: string): string;
}

class Scenery {
  private loaded = $state.raw<Drawings | null>(null);
  private begun = false;

  /** The drawings, once they are there; null while boards are to be plain. */
  get drawings(): Drawings | null {
    return settings.plain ? null : this.loaded;
  }

  /** Load the drawings, the first time. */
  want(): void {
    if (this.begun) return;
    this.begun = true;
    void fetch(address)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then((svg) => (this.loaded = drawingsOf(svg)))
      .catch(() => (this.begun = false)); // plain boards; the next one asks again
  }
}

function drawingsOf(svg: string): Drawings {
  const box = document.createElement("div");
  box.className = "sprite";
  box.setAttribute("aria-hidden", "true");
  box.hidden = true; // nothing of it needs a style; the patterns, which would, are taken out below
  box.innerHTML = svg;
  const floors = new Map<string, string>();
  for (const pattern of box.querySelectorAll("pattern")) {
    floors.set(pattern.id.slice(2), pattern.outerHTML);
    pattern.remove();
  }
  document.body.append(box);
  return {
    parts: partsOf(svg),
    pattern: (name, id) => (floors.get(name) ?? "").replace(`id="f-${name}"`, `id="${id}"`),
  };
}

export const scenery = new Scenery();
