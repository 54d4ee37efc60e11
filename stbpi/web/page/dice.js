// Dice: those that were thrown, and the pad on which thrown ones are entered.

import { post } from "./api.js";
import { by, make } from "./dom.js";
import { numeral } from "./numerals.js";
import * as words from "./words.js";

/** Which of the nine places of a face carry a pip, row by row. */
const PIPS = {
  1: [4],
  2: [2, 6],
  3: [2, 4, 6],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

function die(pips) {
  const face = make("span", { class: "die", "data-pips": pips, "aria-hidden": "true" });
  // Dice with more than six sides have their numbers written on.
  if (!(pips in PIPS)) face.append(numeral(pips));
  for (let place = 0; pips in PIPS && place < 9; place += 1) {
    face.append(make("span", { class: PIPS[pips].includes(place) ? "pip" : "no-pip" }));
  }
  return face;
}

const lying = (state) => (state.dice.length ? state.dice : state.prompt.dice);

/** The dice in the well. */
export class Dice {
  #place = by("dice");
  #shown = "";

  /** Show what lies there; says whether it is `"thrown"` just now, `"same"` as before, or `"gone"`. */
  show(state) {
    const dice = lying(state);
    // The same faces may lie for several players of a round; between two throws of them the well is empty.
    const shown = JSON.stringify([dice, state.round]);
    if (shown === this.#shown) return "same";
    const thrown = this.#shown !== "" && dice.length > 0;
    this.#shown = shown;
    this.#place.replaceChildren(...dice.map(die));
    this.#place.classList.toggle("rolling", thrown);
    this.#place.setAttribute("aria-label", dice.length ? words.diceLabel(dice) : words.NO_DICE);
    return thrown ? "thrown" : "gone";
  }
}

/** The pips beside the dice: how many are to be closed. */
export class Sum {
  #place = by("sum");

  show(state) {
    const { prompt, rules } = state;
    const total = lying(state).reduce((sum, pips) => sum + pips, 0);
    // Of a common throw everybody has their own rest; it stands with the players.
    const remaining = rules.play === "common_throw" ? null : prompt.remaining;
    const asked = state.dice.length > 0;
    const pips = remaining ?? (asked ? total : null);
    this.#place.hidden = pips === null;
    if (pips === null) return;
    const left = remaining !== null && remaining !== total;
    const open = remaining !== null || (prompt.code !== "reopen" && prompt.code !== "confirm");
    const word = left ? words.LEFT : open ? words.TO_CLOSE : words.THROWN;
    this.#place.replaceChildren(make("b", {}, String(pips)), " ", make("span", {}, word));
    this.#place.dataset.left = left ? "yes" : "no";
  }
}

/** The pad for dice thrown by hand; hidden where the tray throws itself. */
export class Pad {
  #place = by("pad");
  #fail;
  #chosen = [];
  #choices = [];
  #replace = false;
  #open = false;
  #drawn = "";

  constructor(fail) {
    this.#fail = fail;
  }

  show(state) {
    const entered = state.dice_source === "entered";
    const due = entered && state.prompt.code === "press_to_roll";
    const standing = entered && !due && state.dice.length > 0;
    if (due) this.#choices = state.dice_choices;
    else if (standing && !this.#open) this.#choices = [state.dice.length];
    this.#replace = standing;
    if (!due && !standing) this.#reset();
    this.#place.hidden = !due && !standing;
    this.#draw(due || this.#open);
  }

  #reset() {
    this.#chosen = [];
    this.#open = false;
  }

  #draw(open) {
    const drawn = JSON.stringify([open, this.#chosen, this.#choices, this.#replace]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (!open) {
      const button = make("button", { type: "button", class: "brass small" }, words.CORRECT_THROW);
      button.onclick = () => this.#change(() => (this.#open = true));
      this.#place.replaceChildren(button);
      return;
    }
    const most = Math.max(...this.#choices);
    const faces = [1, 2, 3, 4, 5, 6].map((pips) => {
      const button = make("button", { type: "button", class: "pad-die", "aria-label": words.face(pips) }, die(pips));
      button.disabled = this.#chosen.length >= most;
      button.onclick = () => this.#choose(pips, most);
      return button;
    });
    const clear = make("button", { type: "button", class: "brass small" }, words.CLEAR);
    clear.disabled = this.#chosen.length === 0;
    clear.onclick = () => this.#change(() => (this.#chosen = []));
    const one = make("button", { type: "button", class: "brass small" }, words.ENTER_ONE);
    one.hidden = !(this.#choices.length > 1 && this.#choices.includes(this.#chosen.length));
    one.onclick = () => this.#send();
    this.#place.replaceChildren(
      make("p", { class: "pad-title" }, words.PAD_TITLE),
      make("div", { class: "pad-chosen" }, ...this.#chosen.map(die)),
      make("div", { class: "pad-faces" }, ...faces),
      make("div", { class: "pad-buttons" }, one, clear),
    );
  }

  #change(how) {
    how();
    this.#draw(true);
    this.#place.querySelector("button:not(:disabled)")?.focus();
  }

  #choose(pips, most) {
    this.#chosen = [...this.#chosen, pips];
    if (this.#chosen.length === most) this.#send();
    else this.#draw(true);
  }

  async #send() {
    const dice = this.#chosen;
    this.#reset();
    try {
      await post("dice", this.#replace ? { dice, replace: true } : { dice });
    } catch (error) {
      this.#fail(error);
    }
    this.#draw(!this.#replace);
  }
}
