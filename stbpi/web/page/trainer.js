// The trainer, where the table has one: what the turn that ended last has cost, for whoever played it.

import { by, make } from "./dom.js";
import * as words from "./words.js";

/** Stands beneath the scores while there is something to tell. */
export class Trainer {
  #place = make("section", { class: "trainer", role: "status", "aria-label": words.TURN_COST });
  #shown = "";

  constructor() {
    by("scores").append(this.#place);
  }

  show({ trainer, players }) {
    const names = players.map(({ name }, seat) => words.playerName(name, seat));
    const shown = JSON.stringify([trainer, names]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#place.replaceChildren(...(trainer ?? []).flatMap((turn) => this.#turn(turn, names[turn.player])));
  }

  #turn({ points_lost: points, win_lost: win, decisions }, name) {
    const cost = make("p", { dir: "auto" }, words.turnCost(name, points, win));
    if (decisions.length === 0) return [cost];
    return [cost, make("ul", {}, ...decisions.map((one) => make("li", {}, words.costly(one, points))))];
  }
}
