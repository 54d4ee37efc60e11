// The drawer with what may go wrong: faults of the simulated tray, switched on to see what the tray makes of them.

import { Refused, post } from "./api.js";
import { by, make } from "./dom.js";
import { Drawer } from "./drawer.js";
import * as words from "./words.js";

/** The drawer; `fail` is told what went wrong with a click that no sentence in it can tell of. */
export class Breakage {
  again = () => {};
  #error = by("break-error");
  #broken = by("broken");
  #breakable = by("breakable");
  #fail;
  #told = null;
  #sides = [];
  #layout = "";
  #switches = [];
  #list = "";
  #side = make("select", { "aria-label": words.SIDE });
  #flap = make("select", { "aria-label": words.FLAP });
  #display = make("select", { "aria-label": words.SCREEN });

  constructor(fail) {
    this.#fail = fail;
    new Drawer("break", (open) => open && this.again());
    this.#side.addEventListener("change", () => this.#flaps());
    for (const select of [this.#flap, this.#display]) select.addEventListener("change", () => this.#mark());
  }

  show(told, { sides }) {
    this.#told = told;
    this.#sides = sides;
    const layout = JSON.stringify([told.kinds, told.displays, sides]);
    if (layout !== this.#layout) {
      this.#layout = layout;
      this.#build();
    }
    this.#mark();
    this.#tell();
  }

  #build() {
    const { kinds, displays } = this.#told;
    this.#switches = [];
    this.#side.replaceChildren(...this.#sides.map((_, side) => make("option", { value: side }, words.sideOf(side, []))));
    this.#display.replaceChildren(
      ...displays.map((_, number) => make("option", { value: number }, words.screenName(number, displays))),
    );
    this.#flaps();
    const where = this.#sides.length > 1 ? [this.#side, this.#flap] : [this.#flap];
    const groups = [
      this.#group(words.OF_FLAP, kinds.flap, where, () => ({ side: Number(this.#side.value), flap: Number(this.#flap.value) })),
      this.#group(words.OF_DISPLAY, kinds.display, displays.length > 1 ? [this.#display] : [], () => ({
        display: Number(this.#display.value),
      })),
      this.#group(words.OF_ALL, kinds.all, [], () => ({})),
    ];
    this.#breakable.replaceChildren(...groups.filter(Boolean));
  }

  #flaps() {
    const numbers = this.#sides[Number(this.#side.value)] ?? [];
    const kept = this.#flap.value;
    this.#flap.replaceChildren(...numbers.map((flap) => make("option", { value: flap }, words.flapName(flap))));
    if (numbers.includes(Number(kept))) this.#flap.value = kept;
    this.#mark();
  }

  #group(title, kinds, where, place) {
    if (kinds.length === 0) return null;
    const rows = kinds.map((kind) => {
      const box = make("input", { type: "checkbox", role: "switch", "aria-describedby": `about-${kind}` });
      box.addEventListener("change", () => this.#set({ kind, ...place(), on: box.checked }));
      this.#switches.push({ kind, box, place });
      return make(
        "div",
        { class: "fault-kind" },
        make("label", { class: "check" }, box, ` ${words.faultName(kind)}`),
        make("p", { id: `about-${kind}`, class: "about" }, words.faultAbout(kind)),
      );
    });
    const chosen = where.length ? make("div", { class: "fault-where" }, ...where) : null;
    return make("fieldset", {}, make("legend", {}, title), chosen, ...rows);
  }

  #isOn(kind, place) {
    return this.#told.broken.some(
      (one) => one.kind === kind && ["side", "flap", "display"].every((key) => (place[key] ?? null) === one[key]),
    );
  }

  #mark() {
    for (const { kind, box, place } of this.#switches) box.checked = this.#isOn(kind, place());
  }

  /** Everything that is on, wherever it is: nobody should have to look for it. */
  #tell() {
    const list = JSON.stringify(this.#told.broken);
    document.body.dataset.broken = this.#told.broken.length ? "yes" : "no";
    if (list === this.#list) return;
    this.#list = list;
    const several = this.#sides.length > 1;
    const rows = this.#told.broken.map((one) => {
      const name = words.brokenPart(one, several, this.#told.displays);
      const mend = make("button", { type: "button", class: "brass small", "aria-label": words.mendPart(name) }, words.MEND);
      mend.addEventListener("click", () => this.#mend(one));
      return make("li", {}, make("span", {}, name), mend);
    });
    this.#broken.replaceChildren(...(rows.length ? [make("ul", {}, ...rows)] : []));
  }

  #mend({ kind, ...place }) {
    const where = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== null));
    return this.#set({ kind, ...where, on: false });
  }

  async #set(body) {
    this.#error.hidden = true;
    try {
      await post("sim/fault", body);
    } catch (error) {
      if (!(error instanceof Refused)) this.#fail(error);
      this.#error.textContent = error.message;
      this.#error.hidden = false;
    }
    this.again();
    this.#mark();
  }
}
