// What is seen: one member at one place. The server says what that is after every change; this draws it.

import { described, message } from "./message.js";
import { composer } from "./composer.js";
import { renewTimes, setClock } from "./markdown.js";

const byId = (id) => document.getElementById(id);
const address = new URL(location.href);
const view = {
  user: address.searchParams.get("user") ?? "",
  place: address.searchParams.get("place") ?? "games",
};
const places = [["games", "# games"], ["talk", "# talk"], ["dm", "@ direct message"]];
// What only this page says: an interaction that is being waited for, or that has failed. Each stands behind the message that was the
// last one then.
let notes = [];
// Until when a message that answers nobody is taken for a consequence of what was done here.
let own = 0;
const OWN_FOR = 2500;
let state = null;
let source = null;
let drawn = new Map();

async function act(action) {
  const silent = { complaint: "The sandbox does not answer." };
  try {
    const response = await fetch("/act", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...view, ...action }),
    });
    return response.ok ? await response.json() : silent;
  } catch {
    return silent;
  }
}

// Does something that the bot has to answer, and says what the client would say about it.
async function interact(action) {
  const waiting = { text: `${state.bot} is thinking…` };
  own = Infinity;
  const patience = setTimeout(() => note(waiting), 300);
  const answer = await act(action);
  clearTimeout(patience);
  own = Date.now() + OWN_FOR;
  const problem = answer.failed ? "This interaction failed" : answer.complaint;
  // What went wrong is of no interest any more once something has gone well.
  notes = problem ? notes.filter((one) => one !== waiting) : [];
  if (problem) note({ text: problem, failed: true });
  drawNotes();
  return answer;
}

function note(one) {
  one.after = state.messages.at(-1)?.id;
  notes = [...notes, one].slice(-5);
  drawNotes();
  toEnd();
}

function look() {
  source?.close();
  drawn = new Map();
  notes = [];
  own = Date.now() + OWN_FOR;
  showNews(false);
  byId("messages").replaceChildren();
  const query = new URLSearchParams(view);
  history.replaceState(null, "", `?${query}`);
  source = new EventSource(`/events?${query}`);
  source.onmessage = (event) => {
    state = JSON.parse(event.data);
    draw();
  };
}

function draw() {
  setClock(state.now);
  byId("place").textContent = places.find(([place]) => place === view.place)?.[1] ?? "";
  document.title = `${byId("place").textContent} · ${state.bot}`;
  drawPlaces();
  drawPeople();
  drawMessages();
  drawForm();
  drawApps();
  drawPanel();
  input.offer(state.commands.filter((command) => command.type === 1), person()?.locale ?? "en-US", state.names);
}

const person = () => state.people.find((one) => one.id === view.user);

function drawPlaces() {
  const buttons = places.map(([place, name]) => {
    const button = element("button", { type: "button", textContent: name });
    button.setAttribute("aria-current", place === view.place ? "page" : "false");
    button.onclick = () => { view.place = place; look(); };
    return button;
  });
  keepFocus(byId("places"), buttons);
}

function drawPeople() {
  const buttons = state.people.map((one) => {
    const button = element("button", { type: "button", title: one.locale });
    const isChosen = one.id === view.user;
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
    button.append(element("span", { className: "avatar", textContent: one.name[0].toUpperCase() }), ` ${one.name}`);
    button.onclick = () => { view.user = one.id; look(); };
    return button;
  });
  const group = byId("people");
  const hadFocus = group.contains(document.activeElement);
  group.replaceChildren(...buttons);
  if (hadFocus) group.querySelector("[aria-checked=true]")?.focus();
}

// The commands of the menu that Discord has for a member.
function drawApps() {
  const commands = state.commands.filter((command) => command.type === 2);
  const others = state.people.filter((one) => one.id !== view.user);
  const buttons = others.flatMap((one) => commands.map((command) => {
    const button = element("button", { type: "button", textContent: `${command.name} ${one.name}` });
    button.onclick = () => interact({ act: "on", command: command.name, whom: one.id });
    return button;
  }));
  byId("apps").replaceChildren(...buttons);
}

// The arrow keys go from one to the next, as in any group of which one is chosen.
byId("people").onkeydown = (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const now = state.people.findIndex((one) => one.id === view.user);
  view.user = state.people.at((now + step) % state.people.length).id;
  look();
};

// Draws the messages that are new or have changed, and leaves the others alone: somebody may be choosing there.
function drawMessages() {
  const list = byId("messages");
  const wasAtEnd = isAtEnd(list);
  const isFirst = drawn.size === 0;
  const news = state.messages.filter((one) => !drawn.has(one.id));
  drawWelcome(list);
  const seen = new Map();
  let before = list.querySelector(".welcome");
  for (const one of state.messages) {
    const written = JSON.stringify([one, state.names]);
    let known = drawn.get(one.id);
    if (known?.written !== written) {
      const article = message(one, state, interact, view);
      if (known) replaceMessage(known.article, article);
      known = { written, article };
    }
    const next = before.nextSibling;
    if (next !== known.article) list.insertBefore(known.article, next);
    before = known.article;
    seen.set(one.id, known);
  }
  for (const [id, { article }] of drawn) if (!seen.has(id)) article.remove();
  drawn = seen;
  drawNotes();
  // A message that answers nobody is one's own doing for a moment after one has done something.
  const isOwn = (one) => (one.answers ? one.answers === view.user : Date.now() < own);
  if (isFirst || news.some(isOwn) || (wasAtEnd && !news.length)) toEnd();
  else if (news.length && !isAtEnd(list)) showNews(true);
}

// Replaces a message that has changed. The keyboard stays on it: on the control of the same name, else on the first one.
function replaceMessage(before, after) {
  const used = before.contains(document.activeElement) ? document.activeElement : null;
  before.replaceWith(after);
  if (!used) return;
  const nameOf = (control) => control.getAttribute("aria-label") ?? control.textContent;
  const controls = [...after.querySelectorAll("button, select")].filter((control) => !control.disabled);
  const same = controls.find((control) => control.tagName === used.tagName && nameOf(control) === nameOf(used));
  (same ?? controls[0])?.focus();
}

// What stands above the first message: where one is, and something to begin with.
function drawWelcome(list) {
  if (list.querySelector(".welcome")) return;
  const welcome = element("p", { className: "welcome", textContent: `This is where you talk to ${state.bot}. ` });
  if (state.try) {
    const button = element("button", { type: "button", textContent: state.try });
    button.onclick = () => interact({ act: "type", line: state.try });
    welcome.append("Try ", button, " or type / to see every command.");
  } else {
    welcome.append("Type / to see every command.");
  }
  list.prepend(welcome);
}

const isAtEnd = (list) => list.scrollHeight - list.scrollTop - list.clientHeight < 80;

// Goes to the end and stays there, also when pictures have come.
function toEnd() {
  const list = byId("messages");
  const follow = () => { list.scrollTop = list.scrollHeight; };
  follow();
  showNews(false);
  for (const image of list.querySelectorAll("img")) if (!image.complete) image.addEventListener("load", follow, { once: true });
}

// What others have done is said, but moves nobody.
function showNews(isThere) {
  byId("news").hidden = !isThere;
}

function drawNotes() {
  const list = byId("messages");
  list.querySelectorAll(".note").forEach((one) => one.remove());
  for (const one of notes) {
    const line = element("p", { className: one.failed ? "note failed" : "note", textContent: one.text });
    // The message may have gone since.
    const known = [...drawn.keys()].filter((id) => one.after && BigInt(id) <= BigInt(one.after)).at(-1);
    let before = drawn.get(known)?.article ?? list.querySelector(".welcome");
    while (before?.nextSibling?.classList?.contains("note")) before = before.nextSibling;
    if (before) before.after(line);
    else list.append(line);
  }
}

function drawForm() {
  const dialog = byId("form");
  const id = state.form ? JSON.stringify(state.form) : "";
  if (dialog.dataset.form === id) return;
  dialog.dataset.form = id;
  if (!state.form) return dialog.close();
  const form = element("form", { method: "dialog" });
  form.append(element("h2", { id: "form-title", textContent: state.form.title }));
  const inputs = state.form.components.map(({ label: name, component }) => {
    const label = element("label", { textContent: name });
    const input = fieldOf(component);
    label.append(input);
    form.append(label);
    return [name, input];
  });
  const cancel = element("button", { type: "button", textContent: "Cancel" });
  cancel.onclick = () => act({ act: "dismiss" });
  form.append(element("div", { className: "buttons" }), cancel);
  form.lastChild.previousSibling.append(cancel, element("button", { type: "submit", textContent: "Submit", className: "primary" }));
  form.onsubmit = (event) => {
    event.preventDefault();
    const filled = inputs.filter(([, input]) => input.tagName === "INPUT" || input.value);
    interact({ act: "fill", fields: filled.map(([label, input]) => [label, input.value]) });
  };
  dialog.replaceChildren(form);
  dialog.oncancel = () => act({ act: "dismiss" });
  if (!dialog.open) dialog.showModal();
}

// A field of a form: a text, a choice, or a member.
function fieldOf(component) {
  const required = component.required ?? true;
  if (component.type === 4) {
    const { value = "", placeholder = "", max_length: maxLength = 4000 } = component;
    return element("input", { type: "text", value, placeholder, required, maxLength });
  }
  const select = element("select", { required });
  const chosen = component.default_values?.[0]?.id;
  const options = component.type === 5
    ? state.people.map((one) => ({ label: one.name, value: one.name, default: one.id === chosen }))
    : component.options;
  if (!options.some((option) => option.default)) select.append(element("option", { value: "", textContent: "" }));
  for (const option of options) {
    select.append(element("option", { value: option.value, textContent: described(option), selected: option.default ?? false }));
  }
  return select;
}

const KINDS = { 2: "command", 3: "control", 4: "completion", 5: "form" };

function drawPanel() {
  if (byId("panel").hidden) return;
  drawPayloads("sent", state.sent.map((one) => [`${KINDS[one.type] ?? one.type} ${one.id}`, one]));
  drawPayloads("calls", state.calls.map((call) => [`${call.status ?? "…"} ${call.method} ${call.path.slice(0, 60)}`, call.body]));
}

// Not while somebody reads one of them.
function drawPayloads(id, payloads) {
  if (byId(id).querySelector("details[open]")) return;
  byId(id).replaceChildren(...payloads.map(([name, body]) => {
    const details = element("details");
    details.append(element("summary", { textContent: name }), element("pre", { textContent: JSON.stringify(body, null, 2) }));
    return details;
  }));
}

// Replaces what is in there, with the focus where it was.
function keepFocus(parent, children) {
  const index = [...parent.children].indexOf(document.activeElement);
  parent.replaceChildren(...children);
  if (index >= 0) children[index]?.focus();
}

export function element(name, properties = {}) {
  return Object.assign(document.createElement(name), properties);
}

const input = composer(
  { line: byId("line"), suggestions: byId("suggestions"), hint: byId("hint"), form: byId("composer") },
  (line) => (line.startsWith("/") ? interact({ act: "type", line }) : act({ act: "say", text: line })),
  async (line) => (await act({ act: "complete", line })).choices ?? [],
);

function showPanel(isShown) {
  byId("panel").hidden = !isShown;
  byId("panel-switch").setAttribute("aria-expanded", String(isShown));
  drawPanel();
  if (!isShown) byId("panel-switch").focus();
}
byId("panel-switch").onclick = () => showPanel(byId("panel").hidden);
byId("panel-close").onclick = () => showPanel(false);
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !byId("panel").hidden && !byId("form").open) showPanel(false);
});
byId("news").onclick = toEnd;
byId("messages").onscroll = () => { if (isAtEnd(byId("messages"))) showNews(false); };
byId("theme").onclick = () => {
  const root = document.documentElement;
  const asked = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = (root.dataset.theme ?? asked) === "dark" ? "light" : "dark";
};
byId("menu-switch").onclick = () => {
  const isShown = byId("menu").classList.toggle("shown");
  byId("menu-switch").setAttribute("aria-expanded", String(isShown));
};
byId("menu").onclick = ({ target }) => {
  const { minutes } = target.dataset;
  if (minutes) act({ act: "later", minutes: Number(minutes) });
};
byId("faults").onclick = ({ target }) => {
  const { act: fault, minutes } = target.dataset;
  if (fault) act(minutes ? { act: fault, minutes: Number(minutes) } : { act: fault });
};
setInterval(renewTimes, 1000);

// The first member, where the address names none.
if (!view.user) view.user = (await (await fetch("/people")).json())[0];
look();
