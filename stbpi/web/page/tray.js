// The tray: every side with its flaps, standing or lying as they do, and marks on those to put right.

import { post } from "./api.js";
import { by, draw, fitted, make } from "./dom.js";
import { numeral } from "./numerals.js";
import { idleSides, toAct } from "./turns.js";
import * as words from "./words.js";

const ARROWS = { raise: "M12 20V5M5 12 12 5 19 12", close: "M12 4V19M5 12 12 19 19 12", possible: "M12 5V19M5 12H19" };

/** Which codes ask for their flaps to be raised, closed, or say that they could be closed as well. */
const MARK_OF = {
  raise_flaps: "raise",
  reopen: "raise",
  not_your_side: "raise",
  resume: "raise",
  close_again: "close",
  confirm: "possible",
};

/** Flaps side by side; a row of 24 stands in two lines. */
const MOST_ACROSS = 12;

const key = (side, flap) => `${side}/${flap}`;

/** Whoever has a row of their own is called at it; a row that all play on is that of the tray. */
function calledBy(side, names, { phase }) {
  return phase === "idle" ? words.sideWith(side, names) : words.sideOf(side, names);
}

function marksOf(prompt) {
  const marks = new Map();
  for (const item of [prompt, ...prompt.items]) {
    const mark = MARK_OF[item.code];
    if (mark) for (const { side, flap } of item.flaps) marks.set(key(side, flap), mark);
    for (const { side, flap } of item.close) marks.set(key(side, flap), "close");
  }
  return marks;
}

function arrow(mark) {
  return draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: ARROWS[mark] }));
}

/** The tray on the page; `fail` is told what went wrong with a click, and null where flaps are only to be looked at. */
export class Tray {
  #place = by("sides");
  #aside = document.getElementById("idle-sides"); // only where flaps can be clicked: elsewhere they are of no use
  #sides = [];
  #idle = null;
  #fail;
  #layout = "";
  #flaps = new Map();
  #captions = [];
  #moving = new Map();
  #state = null;
  #told = null;

  constructor(fail) {
    this.#fail = fail;
  }

  /** Show the flaps as they are, with what the table has told of them by then. */
  show(state, told) {
    this.#state = state;
    this.#told = told;
    const layout = JSON.stringify(state.sides);
    if (layout !== this.#layout) {
      this.#layout = layout;
      this.#build(state);
    }
    this.#lay(idleSides(state, told));
    const marks = marksOf(told.prompt);
    const doubted = new Set(state.doubted.map(({ side, flap }) => key(side, flap)));
    const used = new Set(Array.isArray(state.rules.flaps) ? state.rules.flaps : []);
    for (const [name, flap] of this.#flaps) {
      const closed = this.#moving.get(name) ?? state.tray[flap.side].includes(flap.number);
      const mark = marks.get(name) ?? null;
      const pending = state.pending[flap.side]?.includes(flap.number) ?? false;
      flap.button.dataset.closed = closed ? "yes" : "no";
      if (this.#fail) flap.button.setAttribute("aria-pressed", String(closed));
      flap.button.setAttribute("aria-label", words.flapLabel(flap.number, closed, mark, doubted.has(name)));
      flap.button.dataset.doubted = doubted.has(name) ? "yes" : "no";
      flap.button.dataset.pending = pending && !mark ? "yes" : "no";
      flap.button.dataset.unused = used.size > 0 && !used.has(flap.number) ? "yes" : "no";
      if (flap.button.dataset.mark !== (mark ?? "")) {
        flap.button.dataset.mark = mark ?? "";
        flap.tag.replaceChildren(...(mark ? [arrow(mark)] : []));
      }
    }
    const acting = toAct(told);
    this.#captions.forEach((caption, side) => {
      const seats = state.players
        .map((player, seat) => ({ ...player, seat }))
        .filter((player) => player.side === side);
      const names = state.rules.rows === "own" ? seats.map((player) => words.playerName(player.name, player.seat)) : [];
      fitted(caption, state.sides.length > 1 ? calledBy(side, names, told) : "");
      caption.dataset.claimed = told.phase === "idle" && seats.some((player) => player.claimed) ? "yes" : "no";
      const toAct = seats.some((player) => acting.includes(player.seat));
      this.#sides[side].dataset.turn = toAct ? "yes" : "no";
    });
  }

  /** The sides that are played at together, however many others there are; those aside, or nowhere. */
  #lay(idle) {
    const laid = JSON.stringify([...idle]);
    if (laid === this.#idle) return;
    this.#idle = laid;
    const focused = document.activeElement;
    const played = this.#sides.filter((_, side) => !idle.has(side));
    this.#place.dataset.count = String(played.length);
    this.#place.replaceChildren(...played);
    this.#aside?.replaceChildren(...this.#sides.filter((_, side) => idle.has(side)));
    if (this.#aside) this.#aside.hidden = idle.size === 0;
    if (focused !== document.activeElement && focused?.isConnected) focused.focus();
  }

  #build(state) {
    this.#flaps.clear();
    this.#captions = [];
    this.#idle = null;
    this.#sides = state.sides.map((numbers, side) => {
      const caption = make("h2", { class: "side-name" });
      this.#captions.push(caption);
      const row = make("div", { class: "row" }, ...numbers.map((number) => this.#flap(side, number)));
      row.style.setProperty("--across", String(Math.min(numbers.length, MOST_ACROSS)));
      row.style.setProperty("--lines", String(Math.ceil(numbers.length / MOST_ACROSS)));
      const lamp = make("span", { class: "lamp", role: "img", hidden: true });
      const title = make("div", { class: "side-title" }, lamp, caption);
      return make("div", { class: "side", "data-number": side }, title, make("div", { class: "box" }, row));
    });
  }

  #flap(side, number) {
    const tag = make("span", { class: "tag" });
    const tile = make(
      "span",
      { class: "tile" },
      make("span", { class: "front" }, numeral(number)),
      make("span", { class: "back" }, numeral(number)),
    );
    const [element, how] = this.#fail ? ["button", { type: "button" }] : ["span", { role: "img" }];
    const button = make(
      element,
      { ...how, class: "flap", "data-flap": number, "data-side": side },
      make("span", { class: "hinge" }),
      tile,
      tag,
    );
    if (this.#fail) button.addEventListener("click", () => this.#move(side, number));
    // Each flap is cut from another place of the board.
    button.style.setProperty("--grain-x", `${-((number * 67 + side * 31) % 240)}px`);
    this.#flaps.set(key(side, number), { side, number, button, tag });
    return button;
  }

  async #move(side, flap) {
    const name = key(side, flap);
    const stands = this.#moving.get(name) ?? this.#state.tray[side].includes(flap);
    // Swing at once; what the switches say decides as soon as the tray has answered.
    this.#moving.set(name, !stands);
    this.show(this.#state, this.#told);
    try {
      const state = await post("sim/flap", { side, flap, closed: !stands });
      if (state.seq > this.#state.seq) this.#state = state;
    } catch (error) {
      this.#fail(error);
    } finally {
      if (this.#moving.get(name) === !stands) this.#moving.delete(name);
      this.show(this.#state, this.#told);
    }
  }
}
