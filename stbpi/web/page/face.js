// What every face of the page does: each state goes to its parts, each mistake to the toast, and nothing tells what was
// thrown before the dice lie.

import { Refused, takeTokenFromAddress } from "./api.js";
import { Dice, Sum } from "./dice.js";
import { by, say } from "./dom.js";
import { follow } from "./live.js";
import { itemOf, toAct } from "./turns.js";
import * as words from "./words.js";

const TOAST_MS = 7000;
const ROLLING_MS = 800; // as long as the dice tumble; until they lie, nothing says what they have led to
const still = matchMedia("(prefers-reduced-motion: reduce)");
let toastTimer = 0;

/** Say what went wrong with a click; what is no refusal of the tray's is a mistake of the page. */
export function fail(error) {
  if (!(error instanceof Refused)) throw error;
  const toast = by("toast");
  say(toast, error.message);
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (toast.hidden = true), TOAST_MS);
}

/** What to do next, whose turn it is, and what is played. */
class Words {
  show(state) {
    const { prompt, players } = state;
    const text = words.sentence(prompt);
    say(by("headline"), text);
    by("headline").dataset.code = prompt.code;
    by("headline").dataset.long = text.length > 96 ? "very" : text.length > 44 ? "yes" : "no";
    const acting = toAct(state);
    const seat = prompt.player ?? acting[0] ?? null;
    // On a common throw it is nobody's turn alone.
    const playing = seat !== null && acting.includes(seat) && itemOf(state, seat) === null;
    const name = playing ? words.playerName(players[seat].name, seat) : "";
    // Most sentences name the player themselves; once is enough.
    say(by("turn"), playing && !text.includes(name) ? words.turnOf(name) : "");
    // Before what a narrow line has no room for: everybody is to know that hints are given.
    const hints = state.hints ? [words.WITH_HINTS] : [];
    const parts = [words.setName(state.rules.name), ...hints, ...state.rules.variants.map(words.variantName)];
    if (state.round > 0 && state.rules.match !== "single") parts.push(words.roundNumber(state.round));
    say(by("rules-line"), parts.join(" · "));
    const shut = players.some((player) => player.status === "shut");
    document.body.dataset.shut = shut ? "yes" : "no";
    document.body.dataset.phase = state.phase;
  }
}

function showLive(live) {
  document.body.dataset.live = live ? "yes" : "no";
  say(by("live"), live ? words.LIVE : words.NOT_LIVE);
}

/**
 * Follow the table on a face.
 *
 * `telling` are the parts that show what the table tells, once the dice lie; `board` is given every state with what is
 * told by then, `press` every state and whether dice roll, and those of `always` every state at once.
 */
export function follows({ telling, board, press = null, always = [] }) {
  takeTokenFromAddress();
  const dice = new Dice();
  const parts = [new Words(), new Sum(), ...telling];
  let latest = null;
  let told = null;
  let rolling = 0;

  function tell() {
    clearTimeout(rolling);
    rolling = 0;
    told = latest;
    for (const part of parts) part.show(told);
    board.show(told, told);
    press?.show(told, false);
  }

  follow((state) => {
    // A page that was not asked to speak otherwise speaks as the tray does.
    if (!words.ASKED && state.language !== words.LANGUAGE) return location.reload();
    const well = dice.show(state);
    if (rolling && well !== "same") tell();
    latest = state;
    if (well === "thrown" && state.dice_source === "electronic" && !still.matches) rolling = setTimeout(tell, ROLLING_MS);
    if (!rolling) tell();
    else {
      board.show(state, told);
      press?.show(state, true);
    }
    for (const part of always) part.show(state);
  }, showLive);
}
