// The language of this page, where somebody wants another than the tray's.

import { by, make } from "./dom.js";
import * as words from "./words.js";

const LANGUAGE_KEY = "stbpi-language";

function turnTo(language) {
  const address = language ? `?lang=${language}` : location.pathname;
  location.replace(address + location.hash);
}

/** Speak as was chosen on this phone before, and let it be chosen. */
export function offerLanguages() {
  const chosen = localStorage.getItem(LANGUAGE_KEY);
  if (words.ASKED) localStorage.setItem(LANGUAGE_KEY, words.LANGUAGE);
  else if (chosen !== null) return turnTo(chosen);
  const select = by("page-language");
  select.append(
    make("option", { value: "" }, words.AS_THE_TRAY),
    ...Object.entries(words.LANGUAGES).map(([code, name]) => make("option", { value: code, lang: code }, name)),
  );
  select.value = words.ASKED ? words.LANGUAGE : "";
  select.addEventListener("change", () => {
    if (select.value) localStorage.setItem(LANGUAGE_KEY, select.value);
    else localStorage.removeItem(LANGUAGE_KEY);
    turnTo(select.value);
  });
}
