// The numerals burnt into the flaps, drawn with one stroke width in a box of 44 x 64.

import { draw } from "./dom.js";

const STROKES = [
  "M22 6C35 6 38 19 38 32S35 58 22 58 6 45 6 32 9 6 22 6Z",
  "M10 17 24 6V58M11 58H37",
  "M7 20C7 11 14 6 22 6S37 11 37 20C37 32 11 42 7 58H38",
  "M8 6H36L20 27C31 26 38 33 38 42S31 58 22 58C14 58 8 54 6 48",
  "M30 58V6L5 42H40",
  "M35 6H12L9 29C13 26 17 25 22 25 32 25 38 32 38 41S31 58 21 58C14 58 9 55 6 50",
  "M33 6C18 8 6 22 6 41 6 51 13 58 22 58S38 51 38 42 31 27 22 27C14 27 7 32 6 41",
  "M6 6H38L18 58",
  "M22 6C31 6 36 11 36 18S31 30 22 30 8 25 8 18 13 6 22 6ZM22 30C32 30 38 36 38 44S32 58 22 58 6 52 6 44 12 30 22 30Z",
  "M11 58C26 56 38 42 38 23 38 13 31 6 22 6S6 13 6 22 13 37 22 37C30 37 37 32 38 23",
];
const WIDTH = 44;
const HEIGHT = 64;
const GAP = 6;

/** A number as an SVG; 6 and 9 alone are underlined, as they are on a tray that is read from both sides. */
export function numeral(number) {
  const digits = String(number).split("").map(Number);
  const width = digits.length * (WIDTH + GAP) - GAP;
  const svg = draw("svg", { class: "numeral", viewBox: `-5 -3 ${width + 10} ${HEIGHT + 18}`, "aria-hidden": "true" });
  digits.forEach((digit, i) =>
    svg.append(draw("path", { d: STROKES[digit], transform: `translate(${i * (WIDTH + GAP)} 0)` })),
  );
  if (number === 6 || number === 9) svg.append(draw("path", { d: "M9 72H35" }));
  return svg;
}
