// The tray's own small screen, pixel for pixel.

import { by } from "./dom.js";

/** Reloads the picture with every state, one at a time, and never shows half of one. */
export class Oled {
  #frame = by("oled-frame");
  #image = by("oled");
  #loading = false;
  #wanted = null;
  #url = null;
  #none = false;

  async show(state) {
    this.#wanted = state.seq;
    if (this.#loading || this.#none) return;
    this.#loading = true;
    try {
      while (this.#wanted !== null && !this.#none) {
        this.#wanted = null;
        await this.#load();
      }
    } finally {
      this.#loading = false;
    }
  }

  async #load() {
    try {
      // The answer itself says whether there is a screen, which an image that fails to load does not.
      const response = await fetch("/api/v1/oled.png", { cache: "no-store" });
      if (!response.ok) {
        // A tray without a screen does not grow one while it runs.
        this.#none = response.status === 404;
        this.#frame.hidden = true;
        return;
      }
      const next = URL.createObjectURL(await response.blob());
      const old = this.#url;
      this.#url = next;
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
