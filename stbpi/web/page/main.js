// Joins the parts of the page: every state goes to each of them, every mistake to the toast.

import { Attract } from "./attract.js";
import { Refused, post, takeTokenFromAddress } from "./api.js";
import { Dice, Pad, Sum } from "./dice.js";
import { Beside } from "./beside.js";
import { by, say } from "./dom.js";
import { Faults } from "./faults.js";
import { follow } from "./live.js";
import { Oled } from "./oled.js";
import { PressButton } from "./press.js";
import { Scores } from "./scores.js";
import { Seal } from "./seal.js";
import { MatchForm } from "./setup.js";
import { Tray } from "./tray.js";
import { itemOf, toAct } from "./turns.js";
import * as words from "./words.js";

const TOAST_MS = 7000;
const ROLLING_MS = 800; // as long as the dice tumble; until they lie, nothing says what they have led to
const still = matchMedia("(prefers-reduced-motion: reduce)");
let toastTimer = 0;

function fail(error) {
  if (!(error instanceof Refused)) throw error;
  const toast = by("toast");
  say(toast, error.message);
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (toast.hidden = true), TOAST_MS);
}

function button(id, call) {
  by(id).addEventListener("click", () => post(call).catch(fail));
}

function showWords(state) {
  const { prompt, players } = state;
  say(by("headline"), prompt.text);
  by("headline").dataset.code = prompt.code;
  by("headline").dataset.long = prompt.text.length > 96 ? "very" : prompt.text.length > 44 ? "yes" : "no";
  const acting = toAct(state);
  const seat = prompt.player ?? acting[0] ?? null;
  // On a common throw it is nobody's turn alone.
  const playing = seat !== null && acting.includes(seat) && itemOf(state, seat) === null;
  const name = playing ? words.playerName(players[seat].name, seat) : "";
  // Most sentences name the player themselves; once is enough.
  say(by("turn"), playing && !prompt.text.includes(name) ? words.turnOf(name) : "");
  const parts = [words.setName(state.rules.name), ...state.rules.variants.map(words.variantName)];
  if (state.round > 0 && state.rules.match !== "single") parts.push(words.roundNumber(state.round));
  say(by("rules-line"), parts.join(" · "));
  by("undo").disabled = !state.can_undo;
  by("redo").disabled = !state.can_redo;
  by("stop").hidden = !(state.phase === "round_over" && state.rules.match === "open");
  const shut = players.some((player) => player.status === "shut");
  document.body.dataset.shut = shut ? "yes" : "no";
  document.body.dataset.phase = state.phase;
  faults.show(state);
}

function showLive(live) {
  document.body.dataset.live = live ? "yes" : "no";
  say(by("live"), live ? words.LIVE : words.NOT_LIVE);
}

takeTokenFromAddress();
const dice = new Dice();
const tray = new Tray(fail);
const faults = new Faults(fail);
const press = new PressButton(fail);
const oled = new Oled();
const form = new MatchForm(fail);
const telling = [new Sum(), new Pad(fail), new Scores(), new Attract(), new Beside(fail), new Seal()];
let latest = null;
let told = null;
let rolling = 0;

function tell() {
  clearTimeout(rolling);
  rolling = 0;
  told = latest;
  showWords(told);
  for (const part of telling) part.show(told);
  tray.show(told, told);
  press.show(told, false);
}

button("undo", "undo");
button("redo", "redo");
button("stop", "stop");
follow((state) => {
  // The words are those of the page, which the tray sends in the language that is chosen for it.
  if (state.language !== words.LANGUAGE) return location.reload();
  const well = dice.show(state);
  if (rolling && well !== "same") tell();
  latest = state;
  if (well === "thrown" && state.dice_source === "electronic" && !still.matches) rolling = setTimeout(tell, ROLLING_MS);
  if (!rolling) tell();
  else {
    tray.show(state, told);
    press.show(state, true);
  }
  form.show(state);
  oled.show();
}, showLive);
