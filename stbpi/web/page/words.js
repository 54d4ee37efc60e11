// Every word the page says itself, in its language. What the table says comes with the state, as prompt.texts.

// In the language that this page is in, whatever the tray speaks by now.
const { default: said } = await import(`./said.js?lang=${document.documentElement.lang}`);

const filled = (text, values) => text.replace(/\{(\w+)\}/gu, (_, place) => String(values[place]));

export const LANGUAGE = document.documentElement.lang;
/** Whether this page was asked for in a language, instead of the tray's. */
export const ASKED = new URLSearchParams(location.search).get("lang") === LANGUAGE;
/** Every language by its own name. */
export const LANGUAGES = said.languages;
export const AS_THE_TRAY = said.as_the_tray;
/** What the table says, in this page's language. */
export const sentence = ({ text, texts }) => texts[LANGUAGE] ?? text;

export const LIVE = said.live;
export const NOT_LIVE = said.not_live;
export const NO_DICE = said.no_dice;
export const ENTER_ONE = said.enter_one;
export const CLEAR = said.offers.clear;
export const CORRECT_THROW = said.correct_throw;
export const BACK = said.back;
export const PAD_TITLE = said.pad_title;
export const PAD_CORRECT = said.pad_correct;
export const SEALED = said.sealed;
export const SECRET = said.secret;
export const SECRET_BEFORE = said.secret_before;
export const TO_PLAY = said.to_play;
export const WINNER = said.winner;
export const GONE = said.gone;
export const ROUND_WINNER = said.round_winner;
export const UNREACHABLE = said.unreachable;
export const TOKEN_WRONG = said.token_wrong;
export const tokenOdd = (sign) => filled(said.token_odd, { sign });
export const VARIANTS = said.variants_title;

export const TURNED = { blocked: said.blocked, passed: said.passed };
export const READY = said.answered;
export const STATUS = { waiting: said.waiting, playing: said.playing, out: said.out, shut: said.shut };

export const HOUSE_RECORD = said.house_record;
export const TODAYS_BEST = said.todays_best;
export const TONIGHT = said.tonight;
export const LAST_RESULTS = said.last_results;

export const SCORE = said.score;
export const TOTAL = said.total;
export const MONEY = said.money;

// A sign says that these are points added or taken, and not a score.
const signed = (points) => (points.startsWith("-") ? `−${points.slice(1)}` : `+${points}`);
export const corrected = ({ points_text: points, reason, at_table: atTable }) =>
  filled(atTable ? said.corrected : said.corrected_because, { what: signed(points), reason });

export const TO_CLOSE = said.to_close;
export const LEFT = said.left;
export const THROWN = said.thrown;
export const leftOf = (pips) => filled(said.left_of, { pips });

const MARKS = { raise: said.mark_raise, close: said.mark_close, possible: said.mark_possible };

// A set or variant of the house has the name it was given, in one word.
const spelt = (name) => name.replaceAll("-", " ").replace(/^./u, (first) => first.toLocaleUpperCase(LANGUAGE));
export const setName = (name) => said.sets[name] ?? spelt(name);
export const variantName = (name) => said.variants[name] ?? spelt(name);

/** A set that the tray has no room for, by its name and, as short as can be, why. */
export const misfit = ({ name, rows, min_players: least, flaps }, sides) =>
  rows === "own" && sides.length < least
    ? filled(said.needs_sides, { name: setName(name), sides: least })
    : filled(said.needs_flaps, { name: setName(name), flap: Math.max(...flaps) });
export const roomFor = (players) => filled(said.room_for, { players });

export const offer = (code) => said.offers[code] ?? said.press;
export const holdFor = (code) => filled(said.hold_for, { what: offer(code) });
export const release = (code) => filled(said.let_go_for, { what: offer(code) });
export const RELEASE_NOTHING = said.let_go_nothing;
export const NOTHING = said.let_go;
export const ROLLING = said.rolling;
export const ON_ITS_WAY = said.on_its_way;
export const FLAPS_FIRST = said.flaps_first;
export const ONE_MOMENT = said.one_moment;
export const HOLD_UNDO = filled(said.hold_undo, { what: offer("undo") });

export const seat = (number) => filled(said.player, { number });
/** The seats that the house plays, by their names, as people read them. */
export const HOUSE = said.house;

/** A player as people read it: one without a name is called by the number of the seat; the house in each language. */
export const playerName = (name, at) => {
  const number = name.trim() === "" ? at + 1 : name.match(/^Player (\d+)$/u)?.[1];
  return number === undefined ? (said.house[name] ?? name) : seat(number);
};
export const turnOf = (name) => filled(said.turn_of, { name });
export const roundNumber = (number) => filled(said.round, { number });
export const pool = (money) => filled(said.pool, { money });
export const sideOf = (number, names) => (names.length ? names.join(", ") : filled(said.side, { number: number + 1 }));

/** Before a match: which side is whose. */
export const sideWith = (number, names) =>
  names.length ? filled(said.side_names, { number: number + 1, names: names.join(", ") }) : sideOf(number, names);
export const playsAt = (number) => filled(said.plays_at, { number: number + 1 });

export const flapLabel = (number, closed, mark, doubted) => {
  let flap = filled(closed ? said.flap_closed : said.flap_raised, { flap: number });
  if (doubted) flap = filled(said.not_believed, { flap });
  return mark ? filled(MARKS[mark], { flap }) : flap;
};
export const sayFlap = (flap, closed) => filled(closed ? said.say_closed : said.say_raised, { flap });
export const believe = (flap) => filled(said.believe, { flap });

export const diceLabel = (dice) =>
  filled(said.dice, { dice: dice.map(String).reduce((first, last) => filled(said.and, { first, last })) });
export const face = (pips) => filled(said.face, { pips });

/** A measured number with so many digits behind the point, or the comma. */
const decimal = (number, digits) =>
  new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(number);
export const milliseconds = (us) => `${decimal(us / 1000, 1)} ms`;

export const LEAVE_SERVICE = said.leave_service;
export const SERVICE = said.service;
export const SWITCH_COLUMNS = [said.switch, said.stands, said.changes, said.longest_bounce, said.last_moved];
export const NO_THROWS = said.no_throws;
export const NO_ADDRESS = said.no_address;
export const NO_TEMPERATURE = said.no_temperature;
export const servicePage = (page) => said.service_pages[page] ?? "";
export const supply = (state) => said.supply[state] ?? "";
export const scanner = (version, cause) => (version === null ? said.link_down : `${filled(said.scanner, { version })}, ${said.started_by[cause] ?? ""}`);
export const LINK_DOWN = said.link_down;
export const frames = (good, bad) => filled(said.frames, { good, bad });
export const resyncs = (n) => filled(said.resyncs, { n });
export const LONGEST_BOUNCE = said.longest_bounce;
export const ago = (seconds) => (seconds === null ? said.never : filled(said.seconds_ago, { seconds: Math.round(seconds) }));
export const switchName = ({ side, flap, button }, several) => {
  if (flap === null) return said.buttons[button];
  return several ? `${side + 1} · ${flap}` : String(flap);
};
export const stands = (flap, closed, doubted) => {
  if (flap === null) return closed ? said.pressed : said.up;
  return `${closed ? said.closed : said.raised}${doubted ? ` (${said.doubted})` : ""}`;
};
export const thrownDice = (source, n) => filled(source === "entered" ? said.by_hand : said.electronic, { n });
export const chiSquare = (chi, df, p) =>
  p === null ? said.too_few : filled(said.chi_square, { chi: decimal(chi, 2), df, p: p < 0.001 ? `< ${decimal(0.001, 3)}` : decimal(p, 3) });

export const OWN_SCREEN = said.own_screen;
export const screenName = (number, displays) =>
  displays[number].side === null ? filled(said.screen_number, { number: number + 1 }) : filled(said.screen_of, { side: displays[number].side + 1 });
/** What stands under a screen: nothing where there is but one for all. */
export const screen = (number, displays) =>
  displays.length === 1 && displays[0].side === null ? "" : screenName(number, displays);
export const lamp = (light) => filled(said.lamp, { how: said.lights[light] });

export const SIDE = said.side_choice;
export const FLAP = said.flap_choice;
export const SCREEN = said.screen_choice;
export const OF_FLAP = said.of_flap;
export const OF_DISPLAY = said.of_display;
export const OF_ALL = said.of_all;
export const MEND = said.mend;
export const mendPart = (part) => filled(said.mend_part, { part });
export const flapName = (flap) => filled(said.flap_name, { flap });
export const faultName = (kind) => said.fault_names[kind] ?? kind;
export const faultAbout = (kind) => said.fault_abouts[kind] ?? "";
export const brokenPart = ({ kind, side, flap, display }, several, displays) => {
  const what = faultName(kind);
  if (display !== null) return displays.length > 1 ? `${what} · ${screenName(display, displays)}` : what;
  if (flap === null) return what;
  const where = several ? `${sideOf(side, [])}, ${flapName(flap)}` : flapName(flap);
  return `${what} · ${where}`;
};

export const WITH_HINTS = said.with_hints;
export const POINTS_ON_AVERAGE = said.points_on_average;
export const CHANCE_TO_SHUT = said.chance_to_shut;
export const CHANCE_TO_WIN = said.chance_to_win;
export const TO_BE_CLOSED = said.to_be_closed;
export const DICE = said.the_dice;
export const NOTHING_TO_DECIDE = said.nothing_to_decide;
export const OTHERS_LEFT_OUT = said.others_left_out;
export const answer = (close) => (close.length ? close.join(" ") : offer("throw_again"));
// As many digits as mean something to people; of scores read as digits none behind the point.
const measured = new Intl.NumberFormat(LANGUAGE, { minimumSignificantDigits: 4, maximumSignificantDigits: 4 });
const whole = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat(LANGUAGE, { style: "percent", minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
export const points = (number) => (number !== 0 && Math.abs(number) < 1000 ? measured : whole).format(number);
const certain = new Intl.NumberFormat(LANGUAGE, { style: "percent" });
export const chance = (number) => (number === 0 || number === 1 ? certain : percent).format(number);

export const TURN_COST = said.trainer.title;
const PLACES = 3; // behind the point, in every line: figures under each other are compared
const fixed = (style, places) =>
  new Intl.NumberFormat(LANGUAGE, { style, minimumFractionDigits: places, maximumFractionDigits: places });
const atLeast = (format, least, number) => (number < least ? `<${format.format(least)}` : format.format(number));
const fractions = fixed("decimal", PLACES);
const percentOfTurn = fixed("percent", 1);
/** All of a turn as what it cost together: of scores read as digits none behind the point. */
const lostPoints = (number, together) =>
  together < 1000 ? atLeast(fractions, 10 ** -PLACES, number) : atLeast(whole, 1, number);
/** What a turn cost in points, and of the chance to win where that is known. */
export const turnCost = (name, lost, win) => {
  if (lost === 0 && !win) return filled(said.trainer.nothing, { name });
  const chanceLost = win ? atLeast(percentOfTurn, 0.001, win) : "";
  if (lost === 0) return filled(said.trainer.only_win, { name, chance: chanceLost });
  const cost = filled(said.trainer.cost, { name, points: lostPoints(lost, lost) });
  return win ? `${cost} ${filled(said.trainer.win, { chance: chanceLost })}` : cost;
};
const did = ({ close, dice }) => (dice ? String(dice) : answer(close));
const costlyToWin = ({ roll, made, best_to_win: best, win_lost: lost }) =>
  filled(roll.length ? said.trainer.answer_to_win : said.trainer.dice_to_win, {
    dice: roll.join("+"),
    made: did(made),
    best: did(best),
    chance: atLeast(percentOfTurn, 0.001, lost),
  });
/** A decision that cost points with what was better for points; one that cost only chance to win, for that. */
export const costly = (one, together) => {
  const { roll, made, best, points_lost: lost } = one;
  if (lost === 0) return costlyToWin(one);
  return filled(roll.length ? said.trainer.answer : said.trainer.dice, {
    dice: roll.join("+"),
    made: did(made),
    best: did(best),
    points: `+${lostPoints(lost, together)}`.replace("+<", "<"),
  });
};

/** A score can be corrected, and a player leave, once a match has begun. */
export const mayBeManaged = ({ phase }) => phase !== "idle";
export const manage = (name) => filled(said.manage, { name });
export const LEAVE_MATCH = said.leave_match;
export const LEAVE_SURE = said.leave_sure;
export const earlier = (name) => filled(said.earlier, { name });
export const sideOfSeat = (name) => filled(said.side_of_seat, { name });
