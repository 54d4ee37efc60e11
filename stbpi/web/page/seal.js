// What electronic dice can be checked by: published before the match, and the secret when it is over.

import { by, make } from "./dom.js";
import * as words from "./words.js";

/** The foot of the page. Plain text, to be noted or copied. */
export class Seal {
  #place = by("seal");
  #shown = "";

  show(state) {
    const told = [];
    if (state.dice_commitment) told.push([words.SEALED, state.dice_commitment]);
    if (state.dice_secret) told.push([words.SECRET, state.dice_secret]);
    // Between matches people may still want to note what the last one followed from.
    else if (state.phase === "idle" && state.dice_before) told.push([words.SECRET_BEFORE, state.dice_before.secret]);
    const shown = JSON.stringify(told);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#place.replaceChildren(...told.map(([word, digits]) => make("p", {}, word, " ", make("code", {}, digits))));
    this.#place.hidden = told.length === 0;
  }
}
