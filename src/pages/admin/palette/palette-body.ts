/**
 * Opens the palette with `/` and Ctrl-K over the address of the search page, keeps the resources that a person opened
 * lately in their browser, closes menus with Escape, and folds the navigation.
 */
export const paletteBody = `const { dataset: texts } = document.querySelector("script[data-keeper]");
const prefix = "lectern-recent:";
const key = prefix + texts.keeper;

const storage = {
  read() {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? "[]");
      return Array.isArray(kept) ? kept.filter(({ href, name }) => /^\\/admin\\/[\\w/-]+$/.test(href) && typeof name === "string") : [];
    } catch {
      return [];
    }
  },
  write(items) {
    try {
      localStorage.setItem(key, JSON.stringify(items));
    } catch {}
  },
  /** Without an argument, of every person. */
  clear(but) {
    try {
      for (const name of Object.keys(localStorage)) if (name.startsWith(prefix) && name !== but) localStorage.removeItem(name);
    } catch {}
  },
};

storage.clear(key);
for (const form of document.querySelectorAll('form[action="/sign-out"]')) form.addEventListener("submit", () => storage.clear());
const heading = document.querySelector("main h1 bdi") ?? document.querySelector("main h1");
if (heading && /\\/[a-z]{3}_[0-9a-z]{26}$/.test(location.pathname)) {
  const here = { href: location.pathname, name: heading.textContent.trim().slice(0, 120) };
  storage.write([here, ...storage.read().filter(({ href }) => href !== here.href)].slice(0, 8));
}

const make = (tag, attributes, ...content) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
};

const input = make("input", { type: "search", maxlength: "200", autocomplete: "off", role: "combobox", "aria-expanded": "false", "aria-controls": "palette-hits", "aria-autocomplete": "list", "aria-label": texts.label, placeholder: texts.hint });
const list = make("ul", { id: "palette-hits", role: "listbox", "aria-label": texts.label });
const note = make("p", { role: "status" });
const dialog = make("dialog", { class: "palette", "aria-label": texts.label }, make("div", { class: "field" }, input), note, list);
document.body.append(dialog);

let hits = [];
let at = -1;
const choose = (index) => {
  at = hits.length === 0 ? -1 : (index + hits.length) % hits.length;
  [...list.children].forEach((option, position) => option.setAttribute("aria-selected", String(position === at)));
  if (at < 0) return input.removeAttribute("aria-activedescendant");
  input.setAttribute("aria-activedescendant", "palette-hit-" + at);
  list.children[at].scrollIntoView({ block: "nearest" });
};
const show = (found, words) => {
  hits = found;
  list.replaceChildren(
    ...found.map(({ name, kind, detail }, index) => {
      const option = make("li", { id: "palette-hit-" + index, role: "option", "aria-selected": "false" }, make("bdi", {}, name), ...(detail && detail !== name ? [make("bdi", { class: "soft" }, detail)] : []), make("span", { class: "kind" }, kind ?? ""));
      option.addEventListener("click", () => location.assign(found[index].href));
      return option;
    }),
  );
  input.setAttribute("aria-expanded", String(found.length > 0));
  note.textContent = words;
  choose(0);
};
const showRecent = () => {
  const recent = storage.read();
  show(recent, recent.length > 0 ? texts.recent : "");
};

let turns = 0;
const search = async () => {
  const text = input.value.trim();
  const turn = ++turns;
  if (text === "") return showRecent();
  try {
    const response = await fetch("/admin/search?q=" + encodeURIComponent(text), { headers: { accept: "application/json" } });
    if (!response.ok || turn !== turns) return;
    const { results } = await response.json();
    if (turn !== turns) return;
    show(results, results.length === 0 ? texts.none.replace("{text}", text) : texts.count.replace("{count}", results.length));
  } catch {}
};
let waiting;
input.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, 120);
});
input.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "ArrowDown") choose(at + 1);
  else if (event.key === "ArrowUp") choose(at - 1);
  else if (event.key === "Enter") location.assign(hits[at]?.href ?? "/admin/search?q=" + encodeURIComponent(input.value));
  else if (event.key === "Escape") dialog.close();
  else return;
  event.preventDefault();
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

const isTyping = (element) => element?.matches("input, select, textarea, [contenteditable]") ?? false;
const menus = () => document.querySelectorAll("details.dropped[open]");
addEventListener("keydown", (event) => {
  const isPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(document.activeElement);
  if ((isPalette || isSlash) && !dialog.open && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    input.value = "";
    showRecent();
    dialog.showModal();
    input.focus();
  } else if (event.key === "Escape") {
    for (const menu of menus()) {
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      menu.open = false;
    }
  }
});
addEventListener("click", ({ target }) => {
  for (const menu of menus()) if (!menu.contains(target)) menu.open = false;
});

const fold = document.querySelector("[data-fold]");
if (fold) {
  fold.hidden = false;
  const tell = () => fold.setAttribute("aria-expanded", String(!document.body.classList.contains("folded")));
  tell();
  fold.addEventListener("click", () => {
    const isFolded = document.body.classList.toggle("folded");
    document.cookie = "admin_navigation=" + (isFolded ? "folded" : "open") + "; path=/admin; max-age=31536000; samesite=lax" + (location.protocol === "https:" ? "; secure" : "");
    tell();
  });
}
`;
