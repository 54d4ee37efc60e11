// Hints, where the table allows them: what every answer is worth, for whoever asks to see it.

import { by, make, say } from "./dom.js";
import { Drawer } from "./drawer.js";
import * as words from "./words.js";

const WAIT_MS = 300; // an answer that takes longer is said to be on its way

const FIGURES = [
  { key: "expected_score", title: words.POINTS_ON_AVERAGE, shown: words.points, better: Math.min },
  { key: "shut_probability", title: words.CHANCE_TO_SHUT, shown: words.chance, better: Math.max },
  { key: "win_probability", title: words.CHANCE_TO_WIN, shown: words.chance, better: Math.max },
];

/** What a match must be the same in for its hints to be. */
const aboutOf = ({ phase, round, dice, waiting_for: waiting, players, rules }) =>
  JSON.stringify([phase, round, dice, waiting, players.map(({ open, passes }) => [open, passes]), rules]);

/** The drawer with the hints. Nothing is asked of the tray while it is closed. */
export class Hints {
  #opener = by("hints");
  #place = by("hints-list");
  #error = by("hints-error");
  #drawer = new Drawer("hints", () => this.#look());
  #state = null;
  #about = "";

  show(state) {
    this.#state = state;
    this.#opener.hidden = !state.hints;
    if (this.#drawer.open && !state.hints) this.#drawer.turn(false, false);
    this.#look();
  }

  async #look() {
    if (!this.#drawer.open || this.#state === null) {
      this.#about = "";
      return;
    }
    const about = aboutOf(this.#state);
    if (about === this.#about) return;
    this.#about = about;
    const waits = setTimeout(() => this.#place.setAttribute("aria-busy", "true"), WAIT_MS);
    let told = null;
    let error = words.UNREACHABLE;
    try {
      const answer = await fetch("/api/v1/hints", { cache: "no-store", headers: { "Accept-Language": words.LANGUAGE } });
      const body = await answer.json();
      if (answer.ok) told = body;
      else error = body.error;
    } catch {
      // Not reachable for the moment: asked again with the next that changes.
      if (about === this.#about) this.#about = "";
    }
    clearTimeout(waits);
    if (about !== this.#about && this.#about !== "") return;
    this.#place.setAttribute("aria-busy", "false");
    this.#error.hidden = told !== null;
    say(this.#error, told === null ? error : "");
    // What has happened since is told once the dice lie here too.
    if (told !== null && JSON.stringify(told.dice) !== JSON.stringify(this.#state.dice)) return;
    this.#draw(told?.players ?? []);
  }

  #draw(players) {
    const { players: people, rules } = this.#state;
    const parts = players.flatMap(({ player, answers, dice }) => {
      const name = make("h3", { dir: "auto" }, words.playerName(people[player].name, player));
      if (answers.length) return [name, this.#table(words.TO_BE_CLOSED, answers, ({ close }) => words.answer(close))];
      return dice.length ? [name, this.#table(words.DICE, dice, (one) => String(one.dice))] : [];
    });
    if (parts.length === 0 && this.#error.hidden) parts.push(make("p", {}, words.NOTHING_TO_DECIDE));
    // Who else may end the round first is not known.
    if (parts.length > 1 && rules.rows === "own") parts.push(make("p", { class: "about" }, words.OTHERS_LEFT_OUT));
    this.#place.replaceChildren(...parts);
  }

  #table(first, rows, name) {
    const figures = FIGURES.filter(({ key }) => rows[0][key] !== null);
    const best = figures.map(({ key, better }) => better(...rows.map((row) => row[key])));
    const head = [first, ...figures.map(({ title }) => title)].map((title) => make("th", { scope: "col" }, title));
    const body = rows.map((row) => {
      const cells = figures.map(({ key, shown }, at) =>
        make("td", { "data-best": rows.length > 1 && row[key] === best[at] ? "yes" : "no" }, shown(row[key])),
      );
      return make("tr", {}, make("th", { scope: "row" }, name(row)), ...cells);
    });
    return make("table", { class: "worths" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
  }
}
