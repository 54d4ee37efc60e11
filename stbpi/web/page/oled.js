// The tray's own small screens, pixel for pixel.

import { by, make } from "./dom.js";
import * as words from "./words.js";

const ROLLING_MS = 1200; // dice roll on them for 0.8 s, and then lie: pictures that no new state tells of
const FRAME_MS = 120;
const RESTING_MS = 2000; // what they show by themselves: dimmed, attracting, a fault gone

/** Every screen that hangs on the tray. */
export class Oleds {
  #place = by("oleds");
  #layout = "";
  #screens = [];

  show({ displays }) {
    const layout = JSON.stringify(displays);
    if (layout !== this.#layout) {
      this.#layout = layout;
      this.#screens.forEach((screen) => screen.end());
      this.#screens = displays.map((_, number) => new Oled(number, words.screen(number, displays)));
      this.#place.replaceChildren(...this.#screens.map((screen) => screen.frame));
      this.#place.hidden = displays.length === 0;
      this.#place.dataset.count = String(displays.length);
    }
    this.#screens.forEach((screen) => screen.show());
  }
}

/** Follows one screen: closely after every new state, now and then otherwise. */
class Oled {
  #image;
  #number;
  #url = null;
  #known = null;
  #ended = false;
  #loading = false;
  #closelyUntil = 0;
  #timer = 0;

  constructor(number, caption) {
    this.#number = number;
    this.#image = make("img", { class: "oled", alt: caption || words.OWN_SCREEN });
    const told = caption ? make("figcaption", { "aria-hidden": "true" }, caption) : null;
    this.frame = make("figure", { class: "oled-frame", hidden: true }, this.#image, told);
    document.addEventListener("visibilitychange", () => !document.hidden && this.#next(0));
  }

  show() {
    this.#closelyUntil = performance.now() + ROLLING_MS;
    this.#next(0);
  }

  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #next(wait) {
    clearTimeout(this.#timer);
    if (!this.#ended && !document.hidden) this.#timer = setTimeout(() => this.#follow(), wait);
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
      // Asked for by hand: the answer says whether it shows something new.
      const response = await fetch(`/api/v1/oled.png?display=${this.#number}`, { cache: "no-cache" });
      if (!response.ok) {
        this.frame.hidden = true;
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
      this.frame.hidden = false;
    } catch {
      // Not reachable for the moment: the last picture stays, and the page says itself that it is not live.
    }
  }
}
