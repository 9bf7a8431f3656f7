// One message of the bot: its text, its pictures, its buttons and selects.

import { markdown } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

export function message(one, state, interact) {
  const article = make("article", { id: `m${one.id}`, className: one.pings ? "message pinged" : "message" });
  const author = one.by ? state.names[one.by] ?? "somebody" : state.bot;
  article.setAttribute("aria-label", `Message from ${author}`);
  const head = make("header");
  if (one.used_by) head.append(make("span", { className: "used", textContent: `${state.names[one.used_by] ?? "somebody"} used a command` }));
  head.append(
    make("span", { className: "avatar", textContent: author[0].toUpperCase() }),
    make("strong", { textContent: author }),
    ...(one.by ? [] : [make("span", { className: "tag", textContent: "APP" })]),
    make("time", { textContent: new Date(one.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) }),
  );
  article.append(head);
  if (one.loading) article.append(make("p", { className: "thinking", textContent: `${state.bot} is thinking…` }));
  const text = markdown(one.content, state);
  text.className = "content";
  article.append(text);
  if (one.edited) text.append(make("small", { textContent: " (edited)" }));
  for (const embed of one.embeds) article.append(embedOf(embed, state));
  for (const file of one.files) article.append(fileOf(file));
  for (const row of one.components) article.append(rowOf(one, row, state, interact));
  if (one.private) article.append(make("p", { className: "private", textContent: "Only you can see this" }));
  return article;
}

function embedOf(embed, state) {
  const box = make("blockquote");
  if (embed.title) box.append(make("strong", { textContent: embed.title }));
  if (embed.description) box.append(markdown(embed.description, state));
  for (const field of embed.fields ?? []) {
    box.append(make("strong", { textContent: field.name }), markdown(field.value, state));
  }
  return box;
}

function fileOf(file) {
  if (/\.(png|jpe?g|gif|webp)$/.test(file.name)) {
    return make("img", { src: file.url, alt: file.description ?? file.name });
  }
  return make("a", { href: file.url, download: file.name, className: "file", textContent: file.name, title: file.description ?? "" });
}

function rowOf(one, row, state, interact) {
  const holder = make("div", { className: "row" });
  const use = (control, values) => interact({
    act: "use", message: one.id, kind: control.type, custom_id: control.custom_id, values,
  });
  for (const control of row.components) {
    if (control.type === 2) holder.append(buttonOf(control, use));
    else if (control.type === 3) holder.append(selectOf(control, use));
    else if (control.type === 5) holder.append(peopleOf(control, state, use));
    else if (control.type === 6) holder.append(roleOf(control, state, use));
  }
  return holder;
}

function buttonOf(control, use) {
  const button = make("button", {
    type: "button", className: STYLES[control.style] ?? "secondary", disabled: control.disabled ?? false,
  });
  if (control.emoji) button.append(make("span", { className: "emoji", textContent: control.emoji.name }));
  button.append(control.label ?? "");
  button.onclick = () => use(control, []);
  return button;
}

function selectOf(control, use) {
  const name = control.placeholder ?? "Make a selection";
  const select = make("select", { disabled: control.disabled ?? false });
  select.setAttribute("aria-label", name);
  const preset = control.options.find((option) => option.default);
  if (!preset) select.append(make("option", { value: "", textContent: name, disabled: true, selected: true }));
  for (const option of control.options) {
    select.append(make("option", { value: option.value, textContent: described(option), selected: option === preset }));
  }
  // A browser, as Discord's client, says nothing when what is chosen already is chosen again. While somebody walks through the
  // options of a closed select with the keyboard, nothing is chosen yet: Enter does that.
  let walking = false;
  select.onkeydown = (event) => {
    if (event.key === "Enter" && select.value) {
      event.preventDefault();
      walking = false;
      use(control, [select.value]);
    } else {
      walking = ["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key);
    }
  };
  select.onchange = () => { if (!walking) use(control, [select.value]); };
  return select;
}

// An option with its description, which Discord shows below it.
export const described = ({ label, description }) => (description ? `${label} — ${description}` : label);

function peopleOf(control, state, use) {
  const box = make("fieldset");
  const chosen = (control.default_values ?? []).map((value) => String(value.id));
  box.append(make("legend", { textContent: control.placeholder ?? "Choose people" }));
  const boxes = state.people.map((person) => {
    const label = make("label");
    const check = make("input", { type: "checkbox", value: person.id, checked: chosen.includes(person.id) });
    label.append(check, person.name);
    box.append(label);
    return check;
  });
  box.onchange = () => use(control, boxes.filter((check) => check.checked).map((check) => check.value));
  return box;
}

// A select of a role, or none.
function roleOf(control, state, use) {
  const select = make("select");
  select.setAttribute("aria-label", control.placeholder);
  const preset = String(control.default_values?.[0]?.id ?? "");
  select.append(make("option", { value: "", textContent: preset ? "(none)" : control.placeholder, selected: !preset }));
  for (const [id, name] of Object.entries(state.roles)) {
    select.append(make("option", { value: id, textContent: `@${name}`, selected: id === preset }));
  }
  select.onchange = () => use(control, select.value ? [select.value] : []);
  return select;
}

function make(name, properties = {}) {
  return Object.assign(document.createElement(name), properties);
}
