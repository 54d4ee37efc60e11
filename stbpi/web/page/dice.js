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
  #due = [];
  #correctable = [];
  #sides = 6;
  #correcting = false;
  #about = "";
  #drawn = "";

  constructor(fail) {
    this.#fail = fail;
  }

  show(state) {
    const entered = state.dice_source === "entered";
    this.#due = entered && state.prompt.code === "press_to_roll" ? state.dice_choices : [];
    this.#correctable = state.dice_correctable;
    this.#sides = state.rules.die_sides;
    // What was chosen is of one throw: once another is due or lies there, it is forgotten.
    const about = JSON.stringify([state.round, state.waiting_for, state.dice, this.#due, this.#correctable]);
    if (about !== this.#about) this.#reset();
    this.#about = about;
    this.#place.hidden = this.#due.length === 0 && this.#correctable.length === 0;
    this.#draw();
  }

  #reset() {
    this.#chosen = [];
    this.#correcting = false;
  }

  get #choices() {
    return this.#correcting ? this.#correctable : this.#due;
  }

  #draw() {
    const choices = this.#choices;
    const drawn = JSON.stringify([this.#correcting, this.#chosen, choices, this.#correctable, this.#sides]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const correct = make("button", { type: "button", class: "brass small" }, words.CORRECT_THROW);
    correct.hidden = this.#correcting || this.#correctable.length === 0 || this.#chosen.length > 0;
    correct.onclick = () => this.#change(() => (this.#correcting = true));
    if (choices.length === 0) {
      this.#place.replaceChildren(correct);
      return;
    }
    const most = Math.max(...choices);
    const faces = Array.from({ length: this.#sides }, (_, index) => {
      const pips = index + 1;
      const button = make("button", { type: "button", class: "pad-die", "aria-label": words.face(pips) }, die(pips));
      button.disabled = this.#chosen.length >= most;
      button.onclick = () => this.#choose(pips, most);
      return button;
    });
    const clear = make("button", { type: "button", class: "brass small" }, words.CLEAR);
    clear.disabled = this.#chosen.length === 0;
    clear.onclick = () => this.#change(() => (this.#chosen = []));
    const one = make("button", { type: "button", class: "brass small" }, words.ENTER_ONE);
    one.hidden = !(choices.length > 1 && choices.includes(this.#chosen.length));
    one.onclick = () => this.#send();
    const back = make("button", { type: "button", class: "brass small" }, words.BACK);
    back.hidden = !this.#correcting;
    back.onclick = () => this.#change(() => this.#reset());
    this.#place.replaceChildren(
      make("p", { class: "pad-title" }, this.#correcting ? words.PAD_CORRECT : words.PAD_TITLE),
      make("div", { class: "pad-chosen" }, ...this.#chosen.map(die)),
      make("div", { class: "pad-faces" }, ...faces),
      make("div", { class: "pad-buttons" }, one, clear, correct, back),
    );
  }

  #change(how) {
    how();
    this.#draw();
    this.#place.querySelector("button:not(:disabled, [hidden])")?.focus();
  }

  #choose(pips, most) {
    this.#chosen = [...this.#chosen, pips];
    if (this.#chosen.length === most) this.#send();
    else this.#draw();
  }

  async #send() {
    const dice = this.#chosen;
    const replace = this.#correcting;
    this.#reset();
    try {
      await post("dice", replace ? { dice, replace } : { dice });
    } catch (error) {
      this.#fail(error);
    }
    this.#draw();
  }
}
