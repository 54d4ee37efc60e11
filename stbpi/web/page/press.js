// The dice button: down while it is held here, exactly as the one on the tray.

import { post } from "./api.js";
import { by, say } from "./dom.js";
import * as words from "./words.js";

const MENU_MS = 8000; // the ring runs once round in the 8 s after which letting go does nothing any more
// Without an offer these only wait until presses count again, such as for dice that have just come to lie.
const NOT_ABOUT_FLAPS = new Set(["blocked", "passed", "press_to_roll", "round_over", "match_over"]);
const STILL_MS = 1500; // so often the tray hears that a finger is still here; after 5 s without it takes it off
const PRESS_MS = 60; // what a finger takes
const PATIENCE_MS = 300; // a press that is on its way for longer is said to be

const newFinger = () => `page-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;

/** The button on the page; `fail` is told what went wrong with a press. */
export class PressButton {
  #button = by("press");
  #label = by("press-label");
  #hint = by("press-hint");
  #ring = by("ring");
  #fail;
  #state = null;
  #rolling = false;
  // Two pages may hold the button at once; the tray tells their fingers apart by this.
  #finger = newFinger();
  #held = null; // the finger on it here: {seq: that of the first state in which the tray knows of it}
  #leaving = null; // a press let go whose end the tray has not shown yet: {seq: of the last state before, at: when}
  #calls = Promise.resolve();
  #waiting = new Set(); // the bodies of those not sent yet
  #still = 0; // says so
  #since = null; // when the button went down, here or anywhere
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
    button.addEventListener("pointercancel", () => this.#up({ cancel: true }));
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
    // Asking for the token takes the focus away under the finger: that press is meant, and made once it is given.
    button.addEventListener("blur", () => this.#up(by("token-dialog").open ? {} : { cancel: true }));
    addEventListener("pagehide", () => this.#goodbye());
    // Assistive tools click without pointer or key: that is a short press. A pointer's own click has detail > 0.
    button.addEventListener("click", (event) => {
      if (event.detail === 0 && event.pointerType === "" && !this.#deaf) this.#leave({ hold_ms: PRESS_MS });
    });
  }

  /** Show what the button does. While dice roll here that is not told yet, so nobody can mean it. */
  show(state, rolling) {
    this.#state = state;
    this.#rolling = rolling;
    if (this.#leaving !== null && state.seq > this.#leaving.seq && !state.prompt.releasing) this.#leaving = null;
    this.#turn();
  }

  get #deaf() {
    return this.#state === null || this.#rolling || this.#held !== null || this.#leaving !== null;
  }

  #down() {
    if (this.#deaf) return;
    const held = (this.#held = { seq: Infinity, known: false });
    clearInterval(this.#still);
    this.#still = setInterval(() => {
      if (this.#held !== held) clearInterval(this.#still);
      else if (held.known) post("button", { down: true, by: this.#finger, still: true }).catch(() => {});
    }, STILL_MS);
    this.#call({ down: true, by: this.#finger }, (state) => Object.assign(held, { seq: state.seq, known: true }));
    this.#turn();
  }

  #up(how = {}) {
    const held = this.#held;
    if (held === null) return;
    this.#held = null;
    this.#leave({ down: false, by: this.#finger, ...how }, held);
  }

  /** Send what ends a press; taps mean nothing until the tray has answered or shows the button up again. */
  #leave(body, held = { known: true, seq: this.#state.seq }) {
    const leaving = (this.#leaving = { seq: Infinity, at: performance.now() });
    const end = () => this.#leaving === leaving && (this.#leaving = null);
    this.#calls = this.#calls.then(() => {
      // A finger that never came down has nothing to lift.
      if (held.known) leaving.seq = held.seq;
      else end();
    });
    this.#call(body, end, () => held.known).then(() => (end(), this.#turn()));
    this.#turn();
  }

  /** The page goes away, and with it all that waits for an answer: end now what has begun. */
  #goodbye() {
    this.#up({ cancel: true });
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    // What has not even begun need not end.
    if (!waiting.length || waiting.some((body) => body.down)) return;
    // Should these overtake the finger that comes down, the last of them keeps it off.
    const last = { down: false, by: this.#finger, cancel: true };
    for (const body of [...waiting, last]) post("button", body).catch(() => {});
    this.#finger = newFinger();
  }

  /** One call after the other: a finger is not lifted before it has come down. */
  #call(body, answered, wanted = () => true) {
    this.#waiting.add(body);
    this.#calls = this.#calls.then(async () => {
      if (!this.#waiting.delete(body) || !wanted()) return;
      try {
        answered(await post("button", body));
      } catch (error) {
        this.#held = null;
        this.#fail(error);
      }
      this.#turn();
    });
    return this.#calls;
  }

  /** Draw, and again with every frame while something is under way. */
  #turn() {
    if (this.#state === null) return;
    cancelAnimationFrame(this.#frame);
    const down = this.#held !== null || Boolean(this.#state.prompt.releasing);
    this.#since = down ? (this.#since ?? performance.now()) : null;
    this.#draw();
    if (down || this.#leaving !== null) this.#frame = requestAnimationFrame(() => this.#turn());
  }

  #draw() {
    const { prompt, seq, can_undo: canUndo } = this.#state;
    const now = performance.now();
    const run = this.#since === null ? 0 : Math.min((now - this.#since) / MENU_MS, 1);
    this.#ring.style.strokeDashoffset = String(100 - 100 * run);
    const does = prompt.releasing;
    const nothing = this.#held !== null && seq >= this.#held.seq && !does;
    const late = this.#leaving !== null && now - this.#leaving.at >= PATIENCE_MS;
    this.#button.classList.toggle("down", this.#held !== null || Boolean(does));
    this.#button.setAttribute("aria-busy", String(late));
    this.#button.dataset.does = does ?? "";
    this.#button.dataset.offers = (does ?? prompt.press) && !this.#rolling && !nothing ? "yes" : "no";
    const label = this.#labelled(does, nothing);
    say(this.#label, label);
    this.#label.style.setProperty("--letters", String(Math.max(...label.split(/\s/u).map((word) => word.length))));
    if (late) say(this.#hint, words.ON_ITS_WAY);
    else if (does) say(this.#hint, words.release(does));
    else if (nothing) say(this.#hint, words.RELEASE_NOTHING);
    else if (this.#rolling) say(this.#hint, "");
    else if (prompt.hold && prompt.hold !== prompt.press) say(this.#hint, words.holdFor(prompt.hold));
    else say(this.#hint, canUndo ? words.HOLD_UNDO : "");
  }

  #labelled(does, nothing) {
    if (does) return words.offer(does);
    if (nothing) return words.NOTHING;
    if (this.#rolling) return words.ROLLING;
    if (this.#state.prompt.press) return words.offer(this.#state.prompt.press);
    return NOT_ABOUT_FLAPS.has(this.#state.prompt.code) ? words.ONE_MOMENT : words.FLAPS_FIRST;
  }
}
