// Making and finding elements. Text only ever becomes text: no markup is parsed anywhere on this page.

const SVG = "http://www.w3.org/2000/svg";

/** The element with this id; a missing one is a mistake of the page itself. */
export function by(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An HTML element; children are elements or plain text. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Set a name that becomes smaller before it is broken, and is broken before it is cut; whole it is its title. */
export function fitted(element, text) {
  if (element.textContent === text) return element;
  const inside = make("span", { class: "fitted", dir: "auto" }, text);
  inside.style.setProperty("--letters", String([...text].length));
  element.replaceChildren(...(text ? [inside] : []));
  element.title = text;
  return element;
}

/** Set text only where it differs, so that screen readers do not hear it again. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
