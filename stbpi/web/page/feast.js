// The shut box, celebrated across the whole screen for a while.

import { by, make } from "./dom.js";
import { numeral } from "./numerals.js";
import * as words from "./words.js";

const FEAST_MS = 7000; // long enough to look up from a glass; the next player is waiting
const FALLING = 24;

/** Shows who has just shut the box; whoever had when the page was opened is not celebrated again. */
export class Feast {
  #place = by("feast");
  #shut = null;
  #timer = 0;

  show(state) {
    const shut = state.players.map((player, seat) => (player.status === "shut" ? seat : -1)).filter((seat) => seat >= 0);
    const names = shut
      .filter((seat) => this.#shut !== null && !this.#shut.includes(seat))
      .map((seat) => words.playerName(state.players[seat].name, seat));
    this.#shut = shut;
    if (names.length) this.#celebrate(names, state.rules.flaps);
    else if (!shut.length) this.#end();
  }

  #celebrate(names, flaps) {
    const rain = Array.from({ length: FALLING }, (_, place) => {
      const flap = make("span", { class: "feast-flap" }, numeral(flaps[place % flaps.length]));
      flap.style.setProperty("--at", String((place * 37) % 100));
      flap.style.setProperty("--after", String((place * 53) % FALLING));
      return flap;
    });
    this.#place.replaceChildren(
      make("div", { class: "feast-rays", "aria-hidden": "true" }),
      make("div", { class: "feast-rain", "aria-hidden": "true" }, ...rain),
      make(
        "p",
        { class: "feast-words", role: "status" },
        make("span", { dir: "auto" }, names.join(", ")),
        make("b", {}, words.STATUS.shut),
      ),
    );
    this.#place.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), FEAST_MS);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#place.hidden = true;
    this.#place.replaceChildren();
  }
}
