// What is seen: one member at one place. The server says what that is after every change; this draws it.

import { message } from "./message.js";
import { composer } from "./composer.js";
import { renewTimes, setClock } from "./markdown.js";

const byId = (id) => document.getElementById(id);
const address = new URL(location.href);
const view = {
  user: address.searchParams.get("user") ?? "",
  place: address.searchParams.get("place") ?? "games",
};
const places = [["games", "# games"], ["talk", "# talk"], ["dm", "@ direct message"]];
// What only this page says: an interaction that is being waited for, or that has failed.
let notes = [];
let state = null;
let source = null;
let drawn = new Map();

async function act(action) {
  const response = await fetch("/act", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...view, ...action }),
  });
  if (!response.ok) return { complaint: "The sandbox does not answer." };
  return response.json();
}

// Does something that the bot has to answer, and says what the client would say about it.
async function interact(action) {
  const waiting = { text: `${state.bot} is thinking…` };
  const patience = setTimeout(() => note(waiting), 300);
  const answer = await act(action);
  clearTimeout(patience);
  notes = notes.filter((one) => one !== waiting);
  if (answer.failed) note({ text: "This interaction failed", failed: true });
  if (answer.complaint) note({ text: answer.complaint, failed: true });
  drawNotes();
  return answer;
}

function note(one) {
  notes = [...notes.filter((other) => other.text !== one.text), one].slice(-3);
  drawNotes();
}

function look() {
  source?.close();
  drawn = new Map();
  notes = [];
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
  drawPanel();
  input.offer(state.commands, person()?.locale ?? "en-US", state.names);
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
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", String(one.id === view.user));
    button.append(element("span", { className: "avatar", textContent: one.name[0].toUpperCase() }), ` ${one.name}`);
    button.onclick = () => { view.user = one.id; look(); };
    return button;
  });
  keepFocus(byId("people"), buttons);
}

// Draws the messages that are new or have changed, and leaves the others alone: somebody may be choosing there.
function drawMessages() {
  const list = byId("messages");
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
  const seen = new Map();
  let before = null;
  for (const one of state.messages) {
    const written = JSON.stringify([one, state.names]);
    let known = drawn.get(one.id);
    if (known?.written !== written) {
      const article = message(one, state, interact, view);
      known?.article.replaceWith(article);
      known = { written, article };
    }
    const next = before ? before.nextSibling : list.firstChild;
    if (next !== known.article) list.insertBefore(known.article, next);
    before = known.article;
    seen.set(one.id, known);
  }
  for (const [id, { article }] of drawn) if (!seen.has(id)) article.remove();
  drawn = seen;
  drawNotes();
  if (isAtEnd) followEnd(list);
}

// Stays at the end, also when pictures have come.
function followEnd(list) {
  const follow = () => { list.scrollTop = list.scrollHeight; };
  follow();
  for (const image of list.querySelectorAll("img")) if (!image.complete) image.addEventListener("load", follow, { once: true });
}

function drawNotes() {
  const list = byId("messages");
  list.querySelectorAll(".note").forEach((one) => one.remove());
  for (const one of notes) {
    list.append(element("p", { className: one.failed ? "note failed" : "note", textContent: one.text }));
  }
  if (notes.length) list.scrollTop = list.scrollHeight;
}

function drawForm() {
  const dialog = byId("form");
  const id = state.form ? JSON.stringify(state.form) : "";
  if (dialog.dataset.form === id) return;
  dialog.dataset.form = id;
  if (!state.form) return dialog.close();
  const form = element("form", { method: "dialog" });
  form.append(element("h2", { id: "form-title", textContent: state.form.title }));
  const inputs = state.form.components.map((row) => row.components[0]).map((field) => {
    const label = element("label", { textContent: field.label });
    const text = element("input", {
      type: "text", value: field.value ?? "", placeholder: field.placeholder ?? "",
      required: field.required ?? true, maxLength: field.max_length ?? 4000,
    });
    label.append(text);
    form.append(label);
    return [field.label, text];
  });
  const cancel = element("button", { type: "button", textContent: "Cancel" });
  cancel.onclick = () => act({ act: "dismiss" });
  form.append(element("div", { className: "buttons" }), cancel);
  form.lastChild.previousSibling.append(cancel, element("button", { type: "submit", textContent: "Submit", className: "primary" }));
  form.onsubmit = (event) => {
    event.preventDefault();
    interact({ act: "fill", fields: inputs.map(([label, text]) => [label, text.value]) });
  };
  dialog.replaceChildren(form);
  dialog.oncancel = () => act({ act: "dismiss" });
  if (!dialog.open) dialog.showModal();
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
  (line) => interact({ act: "type", line }),
  async (line) => (await act({ act: "complete", line })).choices ?? [],
);

byId("panel-switch").onclick = () => {
  const panel = byId("panel");
  panel.hidden = !panel.hidden;
  byId("panel-switch").setAttribute("aria-expanded", String(!panel.hidden));
  drawPanel();
};
byId("theme").onclick = () => {
  const root = document.documentElement;
  const asked = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = (root.dataset.theme ?? asked) === "dark" ? "light" : "dark";
};
byId("faults").onclick = ({ target }) => {
  const { act: fault, minutes } = target.dataset;
  if (fault) act(minutes ? { act: fault, minutes: Number(minutes) } : { act: fault });
};
setInterval(renewTimes, 1000);

// The first member, where the address names none.
if (!view.user) view.user = (await (await fetch("/people")).json())[0];
look();
