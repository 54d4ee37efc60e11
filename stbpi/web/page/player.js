// What can be done about one player during a match: a score that was noted wrong, and leaving.

import { Refused, post } from "./api.js";
import { by, say } from "./dom.js";
import * as words from "./words.js";

/** The dialog of one player; `fail` is told what went wrong with a click that no sentence in it can tell of. */
export class PlayerForm {
  #dialog = by("player-dialog");
  #leave = by("player-leave");
  #points = by("points");
  #reason = by("reason");
  #error = by("player-error");
  #fail;
  #state = null;
  #seat = 0;
  #sure = false;

  constructor(fail) {
    this.#fail = fail;
    by("player-back").addEventListener("click", () => this.#dialog.close());
    this.#leave.addEventListener("click", () => this.#leaves());
    by("correct-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#correct();
    });
  }

  show(state) {
    this.#state = state;
    // Whoever left meanwhile, on another phone, is not asked about again.
    if (this.#dialog.open && !words.mayBeManaged(state)) this.#dialog.close();
  }

  open(seat) {
    this.#seat = seat;
    const { players, phase } = this.#state;
    say(by("player-title"), words.playerName(players[seat].name, seat));
    this.#points.value = "";
    this.#reason.value = "";
    this.#error.hidden = true;
    this.#ask(false);
    this.#leave.hidden = phase === "match_over" || players[seat].status === "out";
    this.#dialog.showModal();
  }

  /** Leaving is asked for twice: there is no way back but undo. */
  #ask(sure) {
    this.#sure = sure;
    say(this.#leave, sure ? words.LEAVE_SURE : words.LEAVE_MATCH);
    this.#leave.classList.toggle("strong", sure);
  }

  #leaves() {
    if (!this.#sure) return this.#ask(true);
    return this.#send("retire", { player: this.#seat });
  }

  #correct() {
    const sign = Number(this.#dialog.querySelector("[name=sign]:checked").value);
    const points = sign * Number(this.#points.value);
    return this.#send("correct", { player: this.#seat, points, reason: this.#reason.value });
  }

  async #send(call, body) {
    try {
      await post(call, body);
      this.#dialog.close();
    } catch (error) {
      if (!(error instanceof Refused)) this.#fail(error);
      this.#error.textContent = error.message;
      this.#error.hidden = false;
      this.#ask(false);
    }
  }
}
