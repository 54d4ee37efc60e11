// Whose turn it is, as far as the table has told it.

import * as words from "./words.js";

const STILL_TO_ANSWER = new Set(["close_flaps", "close_more", "reopen", "close_again"]);

/** What the prompt says of a player whose throw could not be answered, until people have seen it. */
export function turned(state, seat) {
  const { prompt } = state;
  if (!(prompt.code in words.TURNED)) return null;
  const told = prompt.items.length ? prompt.items : [prompt];
  return told.find(({ player }) => player === seat)?.code ?? null;
}

/** Whether the table still tells what a throw led to: nobody is next before people have seen it. */
export function telling(state) {
  return state.prompt.code in words.TURNED;
}

/** What is asked of one player on a common throw, where everybody answers at once; null elsewhere. */
export function itemOf(state, seat) {
  return state.rules.play === "common_throw" ? (state.prompt.items.find(({ player }) => player === seat) ?? null) : null;
}

/** The sides at which nobody plays, so that nothing can be seen there: none while people sit down or try the switches. */
export function idleSides({ sides, players, rules }, { phase, prompt }) {
  if (prompt.service || (phase === "idle" && rules.rows === "own")) return new Set();
  const named = [prompt, ...prompt.items].flatMap(({ flaps, close }) => [...flaps, ...close]);
  const played = new Set([...players, ...named].map(({ side }) => side));
  return new Set(sides.map((_, side) => side).filter((side) => !played.has(side)));
}

/** The seats the tray waits for; of a common throw those without an answer, and anybody once all have one. */
export function toAct(state) {
  if (state.rules.play !== "common_throw") return telling(state) ? [] : state.waiting_for;
  const still = state.prompt.items.filter(({ code }) => STILL_TO_ANSWER.has(code)).map(({ player }) => player);
  return still.length ? still : state.waiting_for;
}
