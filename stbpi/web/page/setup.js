// The form for a new match: rules, variants, names.

import { post } from "./api.js";
import { by, make, say } from "./dom.js";
import * as words from "./words.js";

/** The name of a seat that the house plays, of what people read; whatever else they wrote is a name. */
const named = (text) => Object.keys(words.HOUSE).find((name) => words.HOUSE[name] === text) ?? text;

/** The new-match dialog, filled from what the tray can play. */
export class MatchForm {
  #dialog = by("match-dialog");
  #rules = by("match-rules");
  #variants = by("match-variants");
  #names = by("match-names");
  #error = by("match-error");
  #known = [];
  #state = null;
  #seats = [];

  constructor(fail) {
    by("new-match").addEventListener("click", () => this.#open().catch(fail));
    by("service").addEventListener("click", () => {
      this.#dialog.close();
      post("service", { on: true }).catch(fail);
    });
    by("house-players").append(...Object.values(words.HOUSE).map((value) => make("option", { value })));
    by("match-cancel").addEventListener("click", () => this.#dialog.close());
    by("add-player").addEventListener("click", () => this.#count(this.#names.children.length + 1));
    by("drop-player").addEventListener("click", () => this.#count(this.#names.children.length - 1));
    this.#rules.addEventListener("change", () => this.#chosen());
    for (const place of [this.#names, this.#variants]) place.addEventListener("input", () => this.#tellAim());
    by("match-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
  }

  show(state) {
    this.#state = state;
    by("abandon-field").hidden = !state.kept && (state.phase === "idle" || state.phase === "match_over");
  }

  async #open() {
    const response = await fetch("/api/v1/rules", { headers: { "Accept-Language": words.LANGUAGE } });
    this.#known = (await response.json()).rules;
    const now = this.#state;
    const fitting = this.#known.filter(({ misfit }) => misfit === null);
    this.#rules.replaceChildren(...this.#known.map((set) => this.#option(set)));
    this.#rules.value = (fitting.find(({ name }) => name === now.rules.name) ?? fitting[0] ?? now.rules).name;
    this.#names.replaceChildren();
    now.players.forEach((player) => this.#addName(player.name));
    // Who sits where already stays there, as long as everybody keeps a row.
    this.#seats = now.players.map((player) => player.side);
    this.#chosen(now.rules.variants);
    by("match-abandon").checked = false;
    this.#error.hidden = true;
    this.#dialog.showModal();
  }

  /** What the tray has no room for is there to be seen, with why, and not to be chosen. */
  #option(set) {
    const fits = set.misfit === null;
    const said = fits ? words.setName(set.name) : words.misfit(set, this.#state.sides);
    return make("option", { value: set.name, disabled: !fits, title: set.misfit }, said);
  }

  #set() {
    return this.#known.find(({ name }) => name === this.#rules.value) ?? this.#known[0];
  }

  #chosen(variants = []) {
    const set = this.#set();
    this.#variants.hidden = set.known_variants.length === 0;
    const boxes = set.known_variants.map((name) => {
      const box = make("input", { type: "checkbox", name: "variant", value: name });
      box.checked = variants.includes(name);
      return make("label", { class: "check" }, box, ` ${words.variantName(name)}`);
    });
    say(by("match-about"), set.about.join(" "));
    this.#variants.replaceChildren(make("legend", {}, words.VARIANTS), ...boxes);
    this.#count(this.#names.children.length);
  }

  #count(wanted) {
    const { min_players: least, max_players: allowed, most_here: most } = this.#set();
    const count = Math.max(least, Math.min(wanted, most));
    while (this.#names.children.length > count) this.#names.lastElementChild.remove();
    while (this.#names.children.length < count) this.#addName("");
    by("add-player").disabled = count >= most;
    by("drop-player").disabled = count <= least;
    by("match-room").hidden = count < most || most === allowed;
    say(by("match-room"), words.roomFor(most));
    this.#seat();
    this.#tellAim();
  }

  /** What the perfect player of the house plays for, where it has a seat; known of the set alone. */
  #tellAim() {
    const varied = this.#variants.querySelector("input:checked") !== null;
    const perfect = !varied && [...this.#names.querySelectorAll("input")].some(({ value }) => named(value.trim()) === "House perfect");
    by("perfect-about").hidden = !perfect;
    say(by("perfect-about"), perfect ? this.#set().perfect : "");
  }

  #addName(name) {
    const seat = this.#names.children.length;
    const label = words.seat(seat + 1);
    const field = make("input", { type: "text", maxlength: 200, "aria-label": label, placeholder: label, autocomplete: "off", list: "house-players" });
    field.value = words.HOUSE[name] ?? name;
    const up = make("button", { type: "button", class: "brass small earlier", "aria-label": words.earlier(label) }, "↑");
    up.hidden = seat === 0;
    up.addEventListener("click", () => this.#swap(field));
    this.#names.append(make("li", {}, field, make("select", { class: "seat-side", "aria-label": words.sideOfSeat(label) }), up));
  }

  /** Whoever sits there sits one seat earlier. */
  #swap(field) {
    const fields = [...this.#names.querySelectorAll("input")];
    const before = fields[fields.indexOf(field) - 1];
    [before.value, field.value] = [field.value, before.value];
    before.focus();
  }

  get #selects() {
    return [...this.#names.querySelectorAll(".seat-side")];
  }

  /** Everybody at a side of their own, where there is more than one and each has a row. */
  #seat() {
    const { sides } = this.#state;
    const own = this.#set().rows === "own" && sides.length > 1 && this.#selects.length <= sides.length;
    const free = sides.map((_, side) => side);
    const take = (side) => (free.includes(side) ? free.splice(free.indexOf(side), 1)[0] : null);
    // Whoever has a side keeps it; the others get what is left, in order.
    const kept = this.#selects.map((_, seat) => take(this.#seats[seat]));
    this.#seats = kept.map((side) => side ?? free.shift());
    this.#selects.forEach((select, seat) => {
      select.hidden = !own;
      if (!own) return;
      select.replaceChildren(...sides.map((_, side) => make("option", { value: side }, words.sideOf(side, []))));
      select.value = this.#seats[seat];
      select.onchange = () => this.#move(seat, Number(select.value));
    });
  }

  /** Whoever sits at the side that is chosen changes places. */
  #move(seat, side) {
    const other = this.#seats.indexOf(side);
    if (other >= 0) this.#seats[other] = this.#seats[seat];
    this.#seats[seat] = side;
    this.#selects.forEach((select, at) => (select.value = this.#seats[at]));
  }

  async #send() {
    const variants = [...this.#variants.querySelectorAll("input:checked")].map((box) => box.value);
    const players = [...this.#names.querySelectorAll("input")].map(
      (field, seat) => named(field.value.trim()) || words.seat(seat + 1),
    );
    const body = { rules: this.#rules.value, variants, players };
    if (this.#selects.some((select) => !select.hidden)) body.sides = this.#seats;
    if (by("match-abandon").checked) body.abandon = true;
    try {
      await post("match", body);
      this.#dialog.close();
      by("press").focus();
    } catch (error) {
      this.#error.textContent = error.message;
      this.#error.hidden = false;
    }
  }
}
