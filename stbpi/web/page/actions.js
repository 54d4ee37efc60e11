// The buttons that are on no tray: taking back and making again, ending an open match.

import { post } from "./api.js";
import { by } from "./dom.js";

/** Undo, redo and the end; `fail` is told what went wrong with a click. */
export class Actions {
  constructor(fail) {
    for (const call of ["undo", "redo", "stop"]) {
      by(call).addEventListener("click", () => post(call).catch(fail));
    }
  }

  show(state) {
    by("undo").disabled = !state.can_undo;
    by("redo").disabled = !state.can_redo;
    by("stop").hidden = !(state.phase === "round_over" && state.rules.match === "open");
  }
}
