// Discord's markdown, as far as bots use it, and what only Discord has: mentions, channels, links to messages, time stamps.

let ahead = 0;

// Sets what time it is in the sandbox.
export function setClock(now) {
  ahead = now - Date.now();
}

// Text as nodes. `names` and `channels` turn ids into what the client shows.
export function markdown(text, { names, channels }) {
  const holder = document.createElement("div");
  const blocks = text.split(/```(?:\w+\n)?\n?([\s\S]*?)```/);
  blocks.forEach((block, index) => {
    if (index % 2) {
      const pre = document.createElement("pre");
      pre.textContent = block.replace(/\n$/, "");
      holder.append(pre);
      return;
    }
    for (const line of block.replace(/^\n|\n$/g, "").split("\n")) {
      if (block.trim() || blocks.length === 1) holder.append(lineOf(line, names, channels));
    }
  });
  return holder;
}

function lineOf(line, names, channels) {
  const heading = line.match(/^(#{1,3}) (.*)/);
  const small = line.match(/^-# (.*)/);
  const item = line.match(/^(?:[-*]|(\d+)\.) (.*)/);
  const name = heading ? `h${heading[1].length + 2}` : "p";
  const node = document.createElement(name);
  if (small) node.className = "small";
  if (item) {
    node.className = "item";
    node.append(item[1] ? `${item[1]}. ` : "• ");
  }
  node.append(...inline(heading?.[2] ?? small?.[1] ?? item?.[2] ?? line, names, channels));
  return node;
}

const PATTERN = /\\([!-/:-@[-`{-~])|<(\/[^:<>]+):\d+>|`([^`]+)`|\*\*(.+?)\*\*|__(.+?)__|\*(.+?)\*|<@([!&]?-?\d+)>|<#(\d+)>|<t:(-?\d+)(?::([tTdDfFsSR]))?>|https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)\/(\d+)|(https?:\/\/[^\s)]+)/;

function inline(text, names, channels) {
  const nodes = [];
  let rest = text;
  while (rest) {
    const found = rest.match(PATTERN);
    if (!found) {
      nodes.push(rest);
      break;
    }
    nodes.push(rest.slice(0, found.index));
    nodes.push(special(found, names, channels));
    rest = rest.slice(found.index + found[0].length);
  }
  return nodes.filter((node) => node !== "");
}

function special(found, names, channels) {
  const [, escaped, command, code, bold, underlined, italic, user, channel, time, style, place, linked, address] = found;
  const node = (name, properties) => Object.assign(document.createElement(name), properties);
  if (escaped) return escaped;
  if (command) {
    const link = node("button", { type: "button", className: "mention", textContent: command });
    link.onclick = () => dispatchEvent(new CustomEvent("command", { detail: command }));
    return link;
  }
  if (code) return node("code", { textContent: code });
  if (bold || underlined || italic) {
    const emphasis = node(bold ? "strong" : underlined ? "u" : "em");
    emphasis.append(...inline(bold ?? underlined ?? italic, names, channels));
    return emphasis;
  }
  if (user) return node("span", { className: "mention", textContent: `@${names[user.replace(/[!&]/, "")] ?? "unknown"}` });
  if (channel) return node("span", { className: "mention", textContent: `#${channels[channel] ?? "unknown"}` });
  if (time) {
    const stamp = node("time", { className: "stamp" });
    stamp.dataset.at = time;
    stamp.dataset.style = style ?? "f";
    stamp.textContent = timeOf(stamp);
    return stamp;
  }
  if (linked) {
    return node("a", { className: "mention", href: `#m${linked}`, textContent: `#${channels[place] ?? "there"} › message` });
  }
  return node("span", { className: "link", textContent: address });
}

// Discord's styles of a time.
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

function timeOf({ dataset: { at, style } }) {
  if (style === "R") return fromNow(Number(at));
  return new Intl.DateTimeFormat([], STYLES[style]).format(new Date(Number(at) * 1000));
}

// How far away a time is, as the client says it.
function fromNow(seconds) {
  const away = seconds - (Date.now() + ahead) / 1000;
  const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, size] = units.find(([, size]) => Math.abs(away) >= size * 0.95) ?? units[3];
  return new Intl.RelativeTimeFormat("en").format(Math.round(away / size), unit);
}

// Lets all time stamps count on.
export function renewTimes() {
  for (const stamp of document.querySelectorAll("time.stamp")) {
    stamp.textContent = timeOf(stamp);
  }
}
