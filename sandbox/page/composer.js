// The line where one types: commands with their options, choices and completions, by mouse and by keyboard.

// How long somebody has to pause before suggestions are looked for, in milliseconds.
const DEBOUNCE = 120;

export function composer({ line, suggestions, hint, form }, send, complete) {
  let commands = [];
  let locale = "en-US";
  let names = {};
  let offered = [];
  let chosen = -1;
  let asked = 0;
  // Whether Enter sends what is there, or takes the first suggestion.
  let isComplete = false;
  // Whether the suggestions are those for something that was typed before.
  let isStale = false;
  let pause = null;
  let completing = Promise.resolve([]);

  const said = (one, field) => one[`${field}_localizations`]?.[locale] ?? one[field] ?? "";

  // Every command with its way of being typed: `/wythoff start`.
  const paths = () => commands.flatMap((command) => {
    const nested = (command.options ?? []).filter((option) => option.type === 1);
    const own = `/${said(command, "name")}`;
    if (!nested.length) return [{ typed: own, level: command }];
    return nested.map((option) => ({ typed: `${own} ${said(option, "name")}`, level: option }));
  });

  // Looks for suggestions once somebody pauses, and for nothing that has been typed over meanwhile.
  function offerSoon() {
    asked += 1;
    isComplete = false;
    isStale = true;
    chosen = -1;
    clearTimeout(pause);
    pause = setTimeout(offer, DEBOUNCE);
  }

  async function offer() {
    const text = line.value;
    asked += 1;
    isStale = false;
    clearTimeout(pause);
    if (!text.startsWith("/")) return show([], "", true);
    const path = paths().find(({ typed }) => text.startsWith(`${typed} `));
    if (!path) {
      const fitting = paths().filter(({ typed }) => typed.startsWith(text.trimEnd()));
      const exact = paths().find(({ typed }) => typed === text.trimEnd());
      return show(fitting.map(({ typed, level }) => ({
        label: typed, detail: said(level, "description"), text: `${typed} `,
      })), "", exact && !(exact.level.options ?? []).some((option) => option.required));
    }
    const now = asked;
    const { options, hintText, complete: done } = await optionsFor(path, text);
    if (now === asked) show(options, hintText, done);
  }

  async function optionsFor({ typed, level }, text) {
    const options = level.options ?? [];
    const words = text.slice(typed.length + 1).match(/(?:[^\s"]|"[^"]*"?)+|(?<=\s)$/g) ?? [];
    const last = /\s$/.test(text) ? "" : words.at(-1) ?? "";
    const done = last ? words.slice(0, -1) : words.filter(Boolean);
    const given = new Set();
    const take = (word) => {
      const named = options.find((option) => word.startsWith(`${said(option, "name")}:`));
      const option = named ?? options.find((one) => one.required && !given.has(one.name));
      if (option) given.add(option.name);
      return option;
    };
    done.forEach(take);
    const isOpen = (option) => !given.has(option.name);
    const named = options.find((option) => last.startsWith(`${said(option, "name")}:`));
    const option = named ?? options.find((one) => one.required && isOpen(one));
    const missing = options.filter((one) => one.required && isOpen(one) && !(last && one === option));
    const settled = (fitting, shown) => !missing.length && (last
      ? !fitting.length || fitting.some((one) => shown(one).toLowerCase() === value.toLowerCase())
      : !option?.required);
    const hintText = options.map((one) => {
      const name = said(one, "name");
      return one.required ? name : `[${name}]`;
    }).join(" ") + (option ? ` — ${said(option, "description")}` : "");
    const before = text.slice(0, text.length - last.length);
    if (!option) {
      const open = options.filter((one) => isOpen(one) && said(one, "name").startsWith(last));
      return { hintText, complete: !missing.length && !(last && open.length), options: open.map((one) => ({
        label: `${said(one, "name")}:`, detail: said(one, "description"), text: `${before}${said(one, "name")}:`,
      })) };
    }
    const prefix = named ? `${said(option, "name")}:` : "";
    const value = last.slice(prefix.length).replaceAll('"', "");
    const quote = (word) => (/\s/.test(word) ? `"${word}"` : word);
    const filled = (word) => `${before}${prefix}${quote(word)} `;
    if (option.choices?.length) {
      const fitting = option.choices.filter((choice) => said(choice, "name").toLowerCase().startsWith(value.toLowerCase()));
      return {
        hintText,
        complete: settled(fitting, (choice) => said(choice, "name")),
        options: fitting.map((choice) => ({ label: said(choice, "name"), detail: "", text: filled(said(choice, "name")) })),
      };
    }
    if (option.type === 6) {
      const fitting = Object.values(names).filter((name) => name.toLowerCase().startsWith(value.replace("@", "").toLowerCase()));
      return {
        hintText,
        complete: settled(fitting, (name) => name),
        options: fitting.map((name) => ({ label: `@${name}`, detail: "", text: filled(name) })),
      };
    }
    if (option.autocomplete) {
      // One question at a time, and none that has been typed over.
      const now = asked;
      completing = completing.then(() => (now === asked ? complete(text) : []));
      const choices = await completing;
      return {
        hintText,
        complete: value ? !missing.length : settled(choices, (choice) => String(choice.value)),
        options: choices.map((choice) => ({ label: choice.name, detail: "", text: filled(String(choice.value)) })),
      };
    }
    return { hintText, complete: !missing.length, options: [] };
  }

  function show(options, hintText, complete) {
    offered = options.slice(0, 25);
    isComplete = complete;
    chosen = -1;
    hint.textContent = hintText;
    suggestions.replaceChildren(...offered.map((option, index) => {
      const row = document.createElement("div");
      row.id = `suggestion-${index}`;
      row.setAttribute("role", "option");
      row.append(Object.assign(document.createElement("b"), { textContent: option.label }), ` ${option.detail}`);
      // Not `click`: the line keeps the focus.
      row.onmousedown = (event) => { event.preventDefault(); accept(index); };
      return row;
    }));
    suggestions.hidden = !offered.length;
    line.setAttribute("aria-expanded", String(!suggestions.hidden));
    mark();
  }

  function mark() {
    [...suggestions.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === chosen)));
    suggestions.children[chosen]?.scrollIntoView({ block: "nearest" });
    if (chosen >= 0) line.setAttribute("aria-activedescendant", `suggestion-${chosen}`);
    else line.removeAttribute("aria-activedescendant");
  }

  function accept(index) {
    line.value = offered[index].text;
    offer();
  }

  // Whoever types quickly is ahead of the suggestions.
  async function takeFirst() {
    const typed = line.value;
    if (isStale) await offer();
    if (offered.length && line.value === typed) accept(Math.max(chosen, 0));
  }

  line.oninput = offerSoon;
  // Somebody has clicked a command in a message.
  addEventListener("command", ({ detail }) => {
    line.value = `${detail} `;
    line.focus();
    offer();
  });
  line.onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && offered.length) {
      event.preventDefault();
      chosen = (chosen + step + offered.length) % offered.length;
      mark();
    } else if (event.key === "Tab" && (offered.length || isStale) && !event.shiftKey) {
      event.preventDefault();
      takeFirst();
    } else if (event.key === "Escape") {
      if (offered.length) event.stopPropagation();
      show([], "", true);
    }
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (chosen >= 0) return accept(chosen);
    const typed = line.value;
    if (isStale) await offer();
    // Whoever has typed on meanwhile wants something else.
    if (line.value !== typed) return;
    if (!isComplete && offered.length) return accept(0);
    const text = line.value.trim();
    if (!text) return;
    line.value = "";
    // Suggestions that are still on their way are not wanted any more.
    asked += 1;
    clearTimeout(pause);
    show([], "", true);
    const answer = await send(text);
    // What the client complains about can be mended.
    if (answer.complaint && !line.value) line.value = text;
  };

  return {
    offer(known, spoken, people) {
      commands = known;
      locale = spoken;
      names = people;
    },
  };
}
