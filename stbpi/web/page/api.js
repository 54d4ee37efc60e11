// Calls that change something, with the token where the tray asks for one.

import { by, say } from "./dom.js";
import * as words from "./words.js";

const TOKEN_KEY = "stbpi-token";

/** A call the tray refused; the message is the tray's own sentence. */
export class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** What a header can carry; the tray makes and takes no other token. */
const SIGN = /^[!-~]$/;
const MOST_SIGNS = 4096;
const oddIn = (token) => [...token].find((sign) => !SIGN.test(sign)) ?? (token === "" ? " " : null);
const mayBeToken = (token) => oddIn(token) === null && token.length <= MOST_SIGNS;

/** Take the token out of the address (#token=…), so that it is neither shown nor shared by accident. */
export function takeTokenFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return;
  if (mayBeToken(given.trim())) localStorage.setItem(TOKEN_KEY, given.trim());
  history.replaceState(null, "", location.pathname + location.search);
}

/** The token that is kept. What can be none, however it got there, is forgotten: no call would leave with it. */
function keptToken() {
  const token = localStorage.getItem(TOKEN_KEY)?.trim() ?? null;
  if (token === null || mayBeToken(token)) return token;
  localStorage.removeItem(TOKEN_KEY);
  return null;
}

let asking = null;

/** Ask for the token, saying what is wrong with the one before; several calls may wait for the one answer. */
function askForToken(wrong, before = "") {
  asking ??= new Promise((resolve) => {
    const dialog = by("token-dialog");
    const field = by("token");
    const error = by("token-error");
    const complain = (text) => {
      error.hidden = text === "";
      say(error, text);
      field.setAttribute("aria-invalid", String(text !== ""));
    };
    field.value = before;
    dialog.returnValue = "";
    dialog.showModal();
    complain(wrong);
    field.focus();
    by("token-cancel").onclick = () => dialog.close();
    by("token-form").onsubmit = (event) => {
      event.preventDefault();
      const given = field.value.trim();
      const odd = oddIn(given);
      if (odd !== null) {
        complain(words.tokenOdd(odd));
        field.select();
        return;
      }
      localStorage.setItem(TOKEN_KEY, given);
      dialog.close("given");
    };
    dialog.onclose = () => {
      asking = null;
      resolve(dialog.returnValue === "given");
    };
  });
  return asking;
}

/** Whether a token was given after one was missing, wrong, or came too soon after many wrong ones. */
async function givenAnew(response, answer, sent) {
  if (answer.code === "too_many_tokens") return askForToken(answer.error, sent ?? "");
  if (response.status !== 401) return false;
  if (sent === null) return askForToken("");
  // Another call may have been given a better one meanwhile.
  if (keptToken() !== sent) return true;
  localStorage.removeItem(TOKEN_KEY);
  return askForToken(words.TOKEN_WRONG);
}

/** POST to the API; gives the state that then stands, or raises Refused. */
export async function post(call, body = {}) {
  const headers = { "Content-Type": "application/json", "Accept-Language": words.LANGUAGE };
  const token = keptToken();
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  let response;
  let answer;
  try {
    // Kept alive: what was sent while the page was being left still reaches the tray.
    response = await fetch(`/api/v1/${call}`, { method: "POST", headers, body: JSON.stringify(body), keepalive: true });
    answer = await response.json();
  } catch {
    throw new Refused("unreachable", words.UNREACHABLE);
  }
  if (response.ok) return answer;
  if (await givenAnew(response, answer, token)) return post(call, body);
  throw new Refused(answer.code, answer.error);
}
