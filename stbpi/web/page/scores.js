// Who plays, what they have, who has won.

import { by, fitted, make, say } from "./dom.js";
import { itemOf, telling, toAct, turned } from "./turns.js";
import * as words from "./words.js";

const SHORT = 12; // letters that find room beside the scores everywhere

const TIGHT = ["no", "yes", "very"];

function standing(state, player, seat, acting) {
  const [mark, word] = standingHere(state, player, seat, acting);
  if (!player.left) return [mark, word];
  // Whose score counts on, and can win, though they are gone.
  return [mark, mark === "winner" ? `${word} · ${words.GONE}` : words.GONE];
}

function standingHere(state, player, seat, acting) {
  const code = turned(state, seat);
  if (code !== null) return ["told", words.TURNED[code]];
  if (!telling(state)) {
    if (state.phase === "match_over" && state.winners.includes(seat)) return ["winner", words.WINNER];
    if (state.phase === "round_over" && state.round_winners.includes(seat)) return ["winner", words.ROUND_WINNER];
  }
  if (state.phase === "idle" && player.claimed) return ["ready", words.playsAt(player.side)];
  if (player.status === "shut") return ["shut", words.STATUS.shut];
  const item = itemOf(state, seat);
  const answered = item?.code === "confirm";
  if (acting.includes(seat)) {
    const left = item?.code === "close_more" && item.remaining;
    return ["turn", answered ? words.READY : left ? words.leftOf(item.remaining) : words.TO_PLAY];
  }
  // Whoever takes a row over begins when people have seen what became of the one before.
  if (telling(state) && state.rules.rows !== "own" && player.status === "playing") return ["", words.STATUS.waiting];
  if (answered) return ["ready", words.READY];
  return [player.status ?? "", words.STATUS[player.status] ?? ""];
}

/** The scoreboard. Where `manage` is given, it is called with the seat of whom something is to be done about. */
export class Scores {
  #manage;

  #players = by("players");
  #pool = by("pool");
  #shown = "";

  constructor(manage = null) {
    this.#manage = manage;
    // The first time there is neither a tray nor a pool yet, and both take room from the list later.
    const resized = new ResizeObserver(() => this.#fit());
    resized.observe(this.#players.parentElement);
    resized.observe(this.#players);
  }

  show(state) {
    const managed = this.#manage !== null && words.mayBeManaged(state);
    const corrected = state.players.some((player) => player.corrections.length > 0);
    // In a match of one round the score is the total, until that is corrected.
    const rounds = state.rules.match !== "single" || corrected;
    const staked = state.pool !== 0 || state.players.some((player) => player.balance !== 0);
    // While people sit down there is nothing to count yet, and who sits where needs the room.
    const seating = state.phase === "idle" && state.players.some((player) => player.claimed);
    const acting = toAct(state);
    const rows = state.players.map((player, seat) => {
      const [mark, word] = standing(state, player, seat, acting);
      const rank = state.standings.find((row) => row.player === seat)?.rank ?? null;
      return { seat, managed, name: words.playerName(player.name, seat), mark, word, rank, player };
    });
    const shown = JSON.stringify([rows, rounds, staked, seating, state.phase]);
    const changed = shown !== this.#shown;
    if (changed) {
      this.#shown = shown;
      this.#players.replaceChildren(...rows.map((row) => this.#row(row, rounds, staked, seating)));
    }
    this.#pool.hidden = state.pool === 0;
    say(this.#pool, words.pool(state.pool));
    if (changed) this.#fit();
  }

  /**
   * All are in sight where that can be, if need be closer together; else who plays is, and only the list itself is moved
   * for that, never the page.
   */
  #fit() {
    const list = this.#players.parentElement;
    const fits = TIGHT.some((tight) => {
      this.#players.dataset.tight = tight;
      return list.scrollHeight <= list.clientHeight;
    });
    if (fits) return;
    const marked = (mark) => this.#players.querySelector(`[data-mark="${mark}"]`);
    const row = marked("turn") ?? marked("told") ?? marked("winner");
    if (!row) return;
    const [seen, place] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
    list.scrollTop += place.top + place.height / 2 - seen.top - seen.height / 2;
  }

  #row({ seat, managed, name, mark, word, player }, rounds, staked, seating) {
    const figure = (label, value, kind) =>
      make("span", { class: `figure ${kind}` }, make("span", { class: "figure-label" }, label), make("b", {}, value));
    const long = (player.score_text ?? "").length > 6 || (player.total_text ?? "").length > 6;
    const figures = make(
      "span",
      { class: "figures" },
      figure(words.SCORE, player.score_text ?? "–", "score"),
      rounds ? figure(words.TOTAL, player.total_text, "total") : null,
      // A minus as long as a digit: a hyphen is overlooked from across the room.
      staked ? figure(words.MONEY, String(player.balance).replace("-", "−"), "balance") : null,
    );
    return make(
      "li",
      { class: "player", "data-mark": mark, "data-long": long ? "yes" : "no", "data-name": [...name].length > SHORT ? "long" : "short" },
      fitted(make("span", { class: "player-name" }), name),
      make("span", { class: "player-word" }, word),
      seating ? null : figures,
      managed ? this.#button(seat, name) : null,
      ...player.corrections.map((one) => make("span", { class: "player-corrected", dir: "auto" }, words.corrected(one))),
    );
  }
  #button(seat, name) {
    const button = make("button", { type: "button", class: "brass small manage", "aria-label": words.manage(name) }, "…");
    button.addEventListener("click", () => this.#manage(seat));
    return button;
  }
}
