// Calls that change something, with the token where the tray asks for one.

import { by } from "./dom.js";
import * as words from "./words.js";

const TOKEN_KEY = "stbpi-token";

/** A call the tray refused; the message is the tray's own sentence. */
export class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Take the token out of the address (#token=…), so that it is neither shown nor shared by accident. */
export function takeTokenFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return;
  localStorage.setItem(TOKEN_KEY, given);
  history.replaceState(null, "", location.pathname + location.search);
}

function askForToken() {
  const dialog = by("token-dialog");
  const field = by("token");
  field.value = "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    by("token-cancel").onclick = () => dialog.close();
    by("token-form").onsubmit = (event) => {
      event.preventDefault();
      localStorage.setItem(TOKEN_KEY, field.value);
      dialog.close("given");
    };
    dialog.onclose = () => resolve(dialog.returnValue === "given");
  });
}

/** POST to the API; gives the state that then stands, or raises Refused. */
export async function post(call, body = {}) {
  const headers = { "Content-Type": "application/json", "Accept-Language": words.LANGUAGE };
  const token = localStorage.getItem(TOKEN_KEY);
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
  if (response.status === 401 && (await askForToken())) return post(call, body);
  throw new Refused(answer.code, answer.error);
}
