// The code that brings a phone to its page, where the tray lets it be shown here.

import { by } from "./dom.js";

const CODE = "/api/v1/phone.svg";

/** The QR code with its word. */
export class Phone {
  #place = by("phone");
  #image = by("phone-code");

  constructor() {
    // Where there is no code there is nothing to show; a tray that came back is asked once more.
    this.#image.addEventListener("error", () => (this.#place.hidden = true));
    this.#image.addEventListener("load", () => (this.#place.hidden = false));
  }

  show({ phone }) {
    if (!phone) {
      this.#place.hidden = true;
      this.#image.removeAttribute("src");
    } else if (!this.#image.hasAttribute("src")) {
      this.#image.src = CODE;
    }
  }
}
