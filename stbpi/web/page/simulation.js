// What a simulated tray has beside its flaps: asked for again with every state, since lamps and faults go with it.

const AGAIN_MS = 2000; // what changes without a new state, such as a fault switched on by a program

/** Asks for it and hands it to `parts`, each of which may call for it with `again`. */
export class Simulation {
  #parts;
  #state = null;
  #asking = false;
  #due = false;
  #timer = 0;

  constructor(parts) {
    this.#parts = parts;
    for (const part of parts) part.again = () => this.#ask();
    document.addEventListener("visibilitychange", () => document.hidden || this.#ask());
  }

  show(state) {
    this.#state = state;
    this.#ask();
  }

  async #ask() {
    if (document.hidden || this.#state === null) return;
    this.#due = this.#asking;
    if (this.#asking) return;
    this.#asking = true;
    try {
      const response = await fetch("/api/v1/sim", { cache: "no-store" });
      if (response.ok) {
        const told = await response.json();
        for (const part of this.#parts) part.show(told, this.#state);
      }
    } catch {
      // Not reachable for the moment: the page says itself that it is not live.
    }
    this.#asking = false;
    clearTimeout(this.#timer);
    if (this.#due) this.#ask();
    else this.#timer = setTimeout(() => this.#ask(), AGAIN_MS);
  }
}
