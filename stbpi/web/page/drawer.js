// A board beside the page, which goes on meanwhile: opened and closed by its button, closed by Escape from anywhere.

import { by } from "./dom.js";

/** The drawer `#name-drawer` with its button `#name`; `turned` hears whether it is open. */
export class Drawer {
  #dialog;
  #opener;
  #turned;

  constructor(name, turned) {
    this.#dialog = by(`${name}-drawer`);
    this.#opener = by(name);
    this.#turned = turned;
    this.#opener.addEventListener("click", () => this.turn(!this.open));
    by(`${name}-close`).addEventListener("click", () => this.turn(false));
    // From wherever the focus is: the page beside the drawer is in use, and what was clicked may have gone.
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.open && !document.querySelector("dialog:modal")) this.turn(false);
    });
    // There is room for one.
    addEventListener("drawer", (event) => event.detail !== this && this.open && this.turn(false, false));
  }

  get open() {
    return this.#dialog.open;
  }

  /** Open or close it; once it is closed its button has the focus, if `back` says so. */
  turn(open, back = true) {
    if (open) {
      dispatchEvent(new CustomEvent("drawer", { detail: this }));
      this.#dialog.show();
    } else {
      this.#dialog.close();
      if (back) this.#opener.focus();
    }
    this.#opener.setAttribute("aria-expanded", String(open));
    this.#turned(open);
  }
}
