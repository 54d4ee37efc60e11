// What stands beside the match on the tray: the menu, and the service mode with every switch at once.

import { post } from "./api.js";
import { by, make } from "./dom.js";
import * as words from "./words.js";

const LOOK_MS = 1000; // how old "3 s ago" may be

/** Takes the place of the scoreboard while the tray's button is for something else. Without `fail` it is only shown. */
export class Beside {
  #place = by("beside");
  #scores = by("scores");
  #leave = make("button", { type: "button", class: "brass small" }, words.LEAVE_SERVICE);
  #state = null;
  #report = null;
  #shown = "";
  #timer = 0;
  #asking = false;
  #fail;
  #menuButton = null;
  #opened = false; // by the button here: it gets the focus back
  #wanted = false; // the menu was opened here, and gets the focus as soon as it is drawn

  constructor(fail) {
    this.#fail = fail;
    if (fail) {
      this.#menuButton = by("menu");
      this.#menuButton.addEventListener("click", () => this.#turn());
    }
    this.#place.addEventListener("keydown", (event) => this.#key(event));
    this.#leave.addEventListener("click", () => post("service", { on: false }).catch(fail));
    document.addEventListener("visibilitychange", () => this.#look());
  }

  show(state) {
    const closes = this.#state?.prompt.menu && !state.prompt.menu;
    if (closes && this.#place.contains(document.activeElement)) (this.#opened ? this.#menuButton : by("press")).focus();
    if (closes) this.#opened = false;
    this.#menuButton?.setAttribute("aria-expanded", String(Boolean(state.prompt.menu)));
    this.#state = state;
    const { menu, service } = state.prompt;
    this.#place.hidden = !menu && !service;
    if (menu || service) this.#scores.hidden = true;
    if (!service) this.#report = null;
    this.#draw();
    this.#look();
  }

  async #turn() {
    const open = !this.#state?.prompt.menu;
    this.#wanted = this.#opened = open;
    try {
      await post("menu", { open });
    } catch (error) {
      this.#wanted = this.#opened = false;
      this.#fail(error);
    }
  }

  /** Ask for what the switches did, once more every second while somebody tries them. */
  async #look() {
    clearTimeout(this.#timer);
    if (!this.#state?.prompt.service || document.hidden) return;
    if (!this.#asking) {
      this.#asking = true;
      try {
        const response = await fetch("/api/v1/service", { cache: "no-store" });
        if (response.ok) this.#report = await response.json();
      } catch {
        // Not reachable for the moment: the page says itself that it is not live.
      }
      this.#asking = false;
      this.#draw();
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), LOOK_MS);
  }

  #draw() {
    if (!this.#state) return;
    const { menu, service } = this.#state.prompt;
    const shown = JSON.stringify([menu, service, service && this.#report]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const parts = menu ? this.#menu(menu) : service ? this.#service(service) : [];
    const top = this.#place.scrollTop;
    const within = this.#place.contains(document.activeElement);
    this.#place.replaceChildren(...parts);
    this.#place.scrollTop = top;
    if (!menu) return;
    const cursor = this.#place.querySelector("[aria-current]");
    cursor?.scrollIntoView({ block: "nearest" });
    if (within || this.#wanted) cursor?.focus();
    this.#wanted = false;
  }

  /** Every entry a button: a click selects it, as holding the tray's button does where the cursor stands. */
  #menu({ page, title, titles, entries, chosen }) {
    const rows = entries.map((entry, place) => {
      const { ticked } = entry;
      const value = words.sentence({ text: entry.value, texts: entry.values });
      const plain = this.#fail === null;
      const role = ticked === null ? "menuitem" : page === "variants" ? "menuitemcheckbox" : "menuitemradio";
      const here = place === chosen;
      const row = make(
        this.#fail ? "button" : "span",
        {
          type: this.#fail ? "button" : null,
          class: "entry",
          role: plain ? null : role,
          tabindex: this.#fail && (here ? "0" : "-1"),
          "aria-current": here ? "true" : null,
          "aria-checked": plain || ticked === null ? null : String(ticked),
          "data-ticked": ticked ? "yes" : "no",
          "data-kind": entry.kind,
        },
        make("span", { dir: "auto" }, words.sentence(entry)),
        value ? make("b", {}, value) : null,
      );
      if (this.#fail) row.addEventListener("click", () => this.#select(page, entry));
      return make("li", { role: plain ? null : "none" }, row);
    });
    return [make("h2", { id: "menu-title" }, words.sentence({ text: title, texts: titles })), make("ol", { class: "entries", role: this.#fail ? "menu" : null, "aria-labelledby": "menu-title" }, ...rows)];
  }

  /** What stands on the first page is what holds now, and may change; elsewhere it tells one entry from another. */
  #select(page, { kind, name, number }) {
    const body = { page, kind };
    if (page !== "main" && name) body.name = name;
    if (page !== "main" && number !== null) body.number = number;
    post("menu", body).catch(this.#fail);
  }

  #key(event) {
    const rows = [...this.#place.querySelectorAll(".entry")];
    const at = rows.indexOf(document.activeElement);
    if (at < 0) return;
    const to = { ArrowDown: (at + 1) % rows.length, ArrowUp: (at + rows.length - 1) % rows.length, Home: 0, End: rows.length - 1 };
    if (event.key in to) rows[to[event.key]].focus();
    else if (event.key === "Escape") (rows.find(({ dataset }) => dataset.kind === "back") ?? rows.find(({ dataset }) => dataset.kind === "no"))?.click();
    else return;
    event.preventDefault();
  }

  #service(service) {
    const said = `${words.SERVICE} · ${words.servicePage(service.page)}`;
    const title = make("div", { class: "beside-title" }, make("h2", {}, said), this.#fail ? this.#leave : null);
    if (this.#report === null) return [title];
    return [title, this.#switches(service, this.#report.switches), ...this.#facts(this.#report)];
  }

  #switches(service, switches) {
    const moved = new Set(service.moved.map(({ side, flap }) => `${side} ${flap}`));
    const several = new Set(switches.map(({ side }) => side).filter((side) => side !== null)).size > 1;
    const head = make("tr", {}, ...words.SWITCH_COLUMNS.map((column) => make("th", { scope: "col" }, column)));
    const rows = switches.map((one) => {
      const last = one.flap !== null && service.last?.side === one.side && service.last.flap === one.flap;
      const ticked = moved.has(`${one.side} ${one.flap}`);
      return make(
        "tr",
        { "data-moved": ticked ? "yes" : "no", "data-last": last ? "yes" : "no", "data-doubted": one.doubted ? "yes" : "no" },
        make("th", { scope: "row" }, words.switchName(one, several)),
        make("td", {}, words.stands(one.flap, one.closed, one.doubted)),
        make("td", {}, String(one.changes)),
        make("td", {}, words.milliseconds(one.longest_bounce_us)),
        make("td", {}, words.ago(one.last_change_s)),
      );
    });
    return make("table", { class: "switches" }, make("thead", {}, head), make("tbody", {}, ...rows));
  }

  #facts({ dice, machine, link }) {
    const thrown = dice.map((one) => `${words.thrownDice(one.source, one.dice)}; ${words.chiSquare(one.chi_square, one.degrees, one.p)}`);
    const lines = thrown.length ? thrown : [words.NO_THROWS];
    if (machine) {
      lines.push(`stbpi ${machine.version}, Python ${machine.python}, ${machine.model ?? machine.system}`);
      lines.push(machine.addresses.join(", ") || words.NO_ADDRESS);
      const warm = machine.temperature_c === null ? words.NO_TEMPERATURE : `${machine.temperature_c.toFixed(0)} °C`;
      lines.push(`${warm}; ${words.supply(machine.undervoltage)}`);
    }
    if (link) {
      const bounce = link.longest_bounce_us === null ? "" : `; ${words.LONGEST_BOUNCE} ${words.milliseconds(link.longest_bounce_us)}`;
      lines.push(words.scanner(link.version, link.reset));
      if (!link.up && link.version !== null) lines.push(words.LINK_DOWN);
      lines.push(`${words.frames(link.frames_good, link.frames_bad)}; ${words.resyncs(link.resyncs)}${bounce}`);
    }
    return [make("ul", { class: "facts" }, ...lines.map((line) => make("li", {}, line)))];
  }
}
