// The dice button: pressed, or held, exactly as the one on the tray.

import { post } from "./api.js";
import { by, say } from "./dom.js";
import * as words from "./words.js";

// The tray's own thresholds. The ring runs once round in the 8 s that a menu takes.
const HOLD_MS = 800;
const UNDO_MS = 3000;
const MENU_MS = 8000;
const PRESS_MS = 60; // what a finger takes
const MARGIN_MS = 60; // beyond a threshold, for a contact that bounces

/** What letting go after so many milliseconds does, given what the prompt offers. */
export function releasing(prompt, heldMs) {
  if (heldMs >= MENU_MS) return "menu";
  if (heldMs >= UNDO_MS) return "undo";
  if (heldMs >= HOLD_MS) return prompt.hold ?? prompt.press;
  return prompt.press;
}

/** The shortest press that means the same: the tray holds its own button as long as it is told to. */
function shortest(heldMs) {
  const reached = [MENU_MS, UNDO_MS, HOLD_MS].find((threshold) => heldMs >= threshold);
  return reached === undefined ? PRESS_MS : reached + MARGIN_MS;
}

/** The button on the page; `fail` is told what went wrong with a press. */
export class PressButton {
  #button = by("press");
  #label = by("press-label");
  #hint = by("press-hint");
  #ring = by("ring");
  #fail;
  #canUndo = false;
  #prompt = { press: null, hold: null, releasing: null };
  #downAt = null;
  #frame = 0;

  constructor(fail) {
    this.#fail = fail;
    const button = this.#button;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.#down();
    });
    button.addEventListener("pointerup", () => this.#up());
    button.addEventListener("pointercancel", () => this.#cancel());
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) this.#down();
    });
    button.addEventListener("keyup", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      this.#up();
    });
    button.addEventListener("blur", () => this.#cancel());
    // Assistive tools click without pointer or key: that is a short press. A pointer's own click has detail > 0.
    button.addEventListener("click", (event) => {
      if (event.detail === 0 && event.pointerType === "") this.#send(PRESS_MS);
    });
  }

  show(state) {
    this.#prompt = state.prompt;
    this.#canUndo = state.can_undo;
    this.#draw();
  }

  #down() {
    if (this.#downAt !== null) return;
    this.#downAt = performance.now();
    this.#button.classList.add("down");
    const turn = () => {
      if (this.#downAt === null) return;
      this.#draw();
      // The menu opens while the button is still down; letting go afterwards means nothing.
      if (performance.now() - this.#downAt >= MENU_MS) this.#up();
      else this.#frame = requestAnimationFrame(turn);
    };
    turn();
  }

  #up() {
    if (this.#downAt === null) return;
    const held = performance.now() - this.#downAt;
    this.#cancel();
    this.#send(held);
  }

  #cancel() {
    this.#downAt = null;
    cancelAnimationFrame(this.#frame);
    this.#button.classList.remove("down");
    this.#draw();
  }

  async #send(held) {
    try {
      await post("button", { hold_ms: shortest(held) });
    } catch (error) {
      this.#fail(error);
    }
  }

  #draw() {
    const held = this.#downAt === null ? null : performance.now() - this.#downAt;
    const prompt = this.#prompt;
    const run = held === null ? 0 : Math.min(held / MENU_MS, 1);
    this.#ring.style.strokeDashoffset = String(100 - 100 * run);
    const does = held === null ? prompt.releasing : releasing(prompt, held);
    this.#button.dataset.does = does ?? "";
    this.#button.dataset.offers = (does ?? prompt.press) ? "yes" : "no";
    say(this.#label, (does ?? prompt.press) ? words.offer(does ?? prompt.press) : words.FLAPS_FIRST);
    if (does) say(this.#hint, words.release(does));
    else if (prompt.hold && prompt.hold !== prompt.press) say(this.#hint, words.holdFor(prompt.hold));
    else say(this.#hint, this.#canUndo ? words.HOLD_UNDO : "");
  }
}
