// Every sentence the page says itself. What the table says comes with the state, as prompt.text.

export const LIVE = "live";
export const NOT_LIVE = "not live – trying again";
export const NO_DICE = "No dice thrown";
export const ENTER_ONE = "Enter one die";
export const CLEAR = "Clear";
export const CORRECT_THROW = "Correct the throw";
export const PAD_TITLE = "What did you throw?";
export const TO_PLAY = "to play";
export const WINNER = "winner";
export const ROUND_WINNER = "won the round";
export const SIM_ONLY = "The tray's flaps are real: move them by hand.";
export const UNREACHABLE = "The tray does not answer. It is tried again by itself.";

export const OFFERS = {
  start: "Start",
  throw: "Throw",
  throw_one: "One die",
  throw_again: "Throw again",
  confirm: "Confirm",
  next: "Next",
  new_match: "New match",
  go_on: "Go on",
  undo: "Undo",
  menu: "Menu",
  pip: "One pip",
  clear: "Clear",
  try_again: "Try again",
  leave_out: "Leave it out",
};

export const TURNED = { blocked: "blocked", passed: "passes" };
export const READY = "answered";

export const STATUS = { waiting: "to come", playing: "playing", out: "out", shut: "shut the box!" };

export const TO_CLOSE = "to close";
export const LEFT = "left";
export const THROWN = "thrown";
export const leftOf = (pips) => `${pips} left`;

export const MARKS = { raise: "raise it", close: "close it", possible: "may be closed too" };

/** A set or variant as people read it; its name in the program is one word. */
export const named = (name) => name.replaceAll("-", " ");
export const titled = (name) => named(name).replace(/^./u, (first) => first.toLocaleUpperCase("en"));
export const offer = (code) => OFFERS[code] ?? "Press";
export const holdFor = (code) => `Hold for: ${offer(code)}`;
export const release = (code) => `Let go: ${offer(code)}`;
export const RELEASE_NOTHING = "Let go: nothing";
export const NOTHING = "Let go";
export const ROLLING = "Rolling";
export const ON_ITS_WAY = "One moment …";
export const FLAPS_FIRST = "Flaps first";
export const ONE_MOMENT = "One moment";
export const HOLD_UNDO = "Hold 3 s: Undo";
export const playerName = (name, seat) => (name.trim() === "" ? `Player ${seat + 1}` : name);
export const turnOf = (name) => `${name} to play`;
export const roundNumber = (round) => `round ${round}`;
export const flapLabel = (flap, closed, mark, doubted) =>
  `Flap ${flap}, ${closed ? "closed" : "raised"}${doubted ? " (not believed)" : ""}${mark ? `: ${MARKS[mark]}` : ""}`;
export const sayFlap = (flap, closed) => `Flap ${flap} is ${closed ? "closed" : "raised"}`;
export const believe = (flap) => `Believe flap ${flap} again`;
export const diceLabel = (dice) => `Dice: ${dice.join(" and ")}`;
export const face = (pips) => `Die showing ${pips}`;
export const seat = (number) => `Player ${number}`;
export const pool = (amount) => `Pool ${amount}`;
export const sideOf = (number, names) => (names.length ? names.join(", ") : `Side ${number + 1}`);
