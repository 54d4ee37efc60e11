// The tray's own small screen, pixel for pixel.

import { by } from "./dom.js";

const ROLLING_MS = 1200; // dice roll on it for 0.8 s, and then lie: pictures that no new state tells of
const FRAME_MS = 120;
const RESTING_MS = 2000; // what it shows by itself: dimmed, attracting, a fault gone

/** Follows the small screen: closely after every new state, now and then otherwise. */
export class Oled {
  #frame = by("oled-frame");
  #image = by("oled");
  #url = null;
  #known = null;
  #none = false;
  #loading = false;
  #closelyUntil = 0;
  #timer = 0;

  constructor() {
    document.addEventListener("visibilitychange", () => !document.hidden && this.#next(0));
  }

  show() {
    this.#closelyUntil = performance.now() + ROLLING_MS;
    this.#next(0);
  }

  #next(wait) {
    clearTimeout(this.#timer);
    if (!this.#none && !document.hidden) this.#timer = setTimeout(() => this.#follow(), wait);
  }

  async #follow() {
    if (this.#loading) return;
    this.#loading = true;
    await this.#load();
    this.#loading = false;
    this.#next(performance.now() < this.#closelyUntil ? FRAME_MS : RESTING_MS);
  }

  async #load() {
    try {
      // Asked for by hand: the answer says whether there is a screen at all, and whether it shows something new.
      const response = await fetch("/api/v1/oled.png", { cache: "no-cache" });
      if (!response.ok) {
        // A tray without a screen does not grow one while it runs.
        this.#none = response.status === 404;
        this.#frame.hidden = true;
        return;
      }
      const tag = response.headers.get("ETag");
      if (tag !== null && tag === this.#known) return;
      const next = URL.createObjectURL(await response.blob());
      const old = this.#url;
      this.#url = next;
      this.#known = tag;
      this.#image.src = next;
      await this.#image.decode();
      if (old !== null) URL.revokeObjectURL(old);
      this.#image.style.aspectRatio = `${this.#image.naturalWidth} / ${this.#image.naturalHeight}`;
      this.#frame.hidden = false;
    } catch {
      // Not reachable for the moment: the last picture stays, and the page says itself that it is not live.
    }
  }
}
