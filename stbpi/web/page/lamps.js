// The lamps of the tray: one before each side, or one for all of it beside the button.

import { by } from "./dom.js";
import * as words from "./words.js";

/** Lets the lamps that there are shine as those on the tray do. */
export class Lamps {
  show({ lamps }) {
    const found = new Map(lamps.map(({ side, light }) => [side, light]));
    this.#shine(by("lamp"), found, null);
    document.querySelectorAll(".side").forEach((side) => this.#shine(side.querySelector(".lamp"), found, Number(side.dataset.number)));
  }

  #shine(lamp, lamps, side) {
    lamp.hidden = !lamps.has(side);
    if (lamp.hidden) return;
    const light = lamps.get(side) ?? "dark";
    if (lamp.dataset.light === light) return;
    lamp.dataset.light = light;
    lamp.setAttribute("aria-label", words.lamp(light));
  }
}
