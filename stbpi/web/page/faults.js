// What does not work, in the tray's own words; what people can say about a flap whose switch is not believed.

import { post } from "./api.js";
import { by, make } from "./dom.js";
import * as words from "./words.js";

const partOf = (side, flap) => `side ${side} flap ${flap}`;

/** The list of faults; `fail` is told what went wrong with a click, and null where they are only told. */
export class Faults {
  #list = by("faults");
  #fail;
  #shown = "";

  constructor(fail) {
    this.#fail = fail;
  }

  show(state) {
    const doubted = new Map(state.doubted.map((ref) => [partOf(ref.side, ref.flap), ref]));
    const lines = state.faults.map(({ code, message: english, texts, part }) => {
      const message = texts[words.LANGUAGE] ?? english;
      const flap = doubted.get(part);
      if (!flap) return { message };
      return { ...flap, message, code, closed: state.tray[flap.side].includes(flap.flap) };
    });
    // Only where it differs: a button that is being pressed must not be put in its own place.
    const shown = JSON.stringify(lines);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#list.hidden = lines.length === 0;
    this.#list.replaceChildren(...lines.map((line) => this.#line(line)));
  }

  #line({ side, flap, message, code, closed }) {
    const line = make("li", {}, make("span", {}, message));
    if (flap === undefined || !this.#fail) return line;
    const tell = this.#button(words.sayFlap(flap, !closed), "flap", { side, flap, closed: !closed });
    // One that floats comes back by itself, and no sooner.
    const believe = code === "floating" ? null : this.#button(words.believe(flap), "believe", { side, flap });
    line.append(make("span", { class: "fault-buttons" }, tell, believe));
    return line;
  }

  #button(text, call, body) {
    const button = make("button", { type: "button", class: "brass small" }, text);
    button.addEventListener("click", () => post(call, body).catch(this.#fail));
    return button;
  }
}
