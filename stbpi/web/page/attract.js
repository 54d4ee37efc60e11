// Between matches, while nobody is there: the records of the house, and what was played tonight.

import { by, fitted, make } from "./dom.js";
import * as words from "./words.js";

const names = (players) => players.map((name, seat) => words.playerName(name, seat)).join(", ");

// Where nothing was played yet, the flaps stay and the headline says how to start.
const somethingIn = ({ house, today, tonight, last }) => house || today || tonight.length > 0 || last.length > 0;

/** Takes the place of the scoreboard, where nothing stands between matches. */
export class Attract {
  #place = by("attract");
  #scores = by("scores");
  #shown = "";

  show(state) {
    const told = state.attract?.page && somethingIn(state.attract) ? state.attract : null;
    this.#place.hidden = told === null;
    this.#scores.hidden = told !== null;
    document.body.dataset.attract = told === null ? "no" : "yes";
    const shown = JSON.stringify(told && [told.house, told.today, told.tonight, told.last]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#place.replaceChildren(...(told ? this.#parts(told) : []));
  }

  #parts({ house, today, tonight, last }) {
    const results = tonight.length ? tonight : last;
    return [
      make(
        "dl",
        { class: "bests" },
        ...this.#best(words.HOUSE_RECORD, house),
        ...this.#best(words.TODAYS_BEST, today),
      ),
      results.length ? make("h2", {}, tonight.length ? words.TONIGHT : words.LAST_RESULTS) : null,
      make("ol", { class: "results" }, ...results.map((match) => this.#result(match))),
    ].filter(Boolean);
  }

  #best(title, best) {
    if (!best) return [];
    const times = best.times > 1 ? make("small", {}, ` ${best.times} ×`) : null;
    const who = make("span", { class: "best-name", dir: "auto" }, names(best.players), times);
    const long = best.score_text.length > 6 ? "yes" : "no"; // scores read as digits
    return [make("div", { class: "best" }, make("dt", {}, title), make("dd", { "data-long": long }, make("b", {}, best.score_text), who))];
  }

  #result({ rules, players }) {
    const placed = players.map((player, seat) => ({ ...player, name: words.playerName(player.name, seat) }));
    placed.sort((one, other) => one.rank - other.rank);
    const rows = placed.map(({ name, total_text, won }) =>
      make(
        "li",
        { "data-won": won ? "yes" : "no" },
        fitted(make("span", { class: "result-name" }), name),
        make("b", {}, total_text ?? "–"),
      ),
    );
    return make("li", { class: "result" }, make("h3", {}, words.setName(rules)), make("ul", {}, ...rows));
  }
}
