import { make } from "../make.ts";
import type { Recent } from "./recent.ts";

/** Milliseconds after the last key before a search. */
const pause = 120;

interface Hit extends Recent {
  kind?: string;
  detail?: string;
}

/** Opens the palette with `/` and Ctrl-K over the address of the search page. */
export function addPalette(texts: DOMStringMap, recent: () => Recent[]): void {
  const { label = "", hint = "", none = "", count = "" } = texts;
  const input = make("input", {
    type: "search",
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": "palette-hits",
    "aria-autocomplete": "list",
    "aria-label": label,
  });
  input.maxLength = 200;
  input.autocomplete = "off";
  input.placeholder = hint;
  const list = make("ul", { id: "palette-hits", role: "listbox", "aria-label": label });
  const note = make("p", { role: "status" });
  const field = make("div", { className: "field" }, input);
  const dialog = make("dialog", { className: "palette", "aria-label": label }, field, note, list);
  document.body.append(dialog);

  let hits: readonly Hit[] = [];
  let position = -1;

  function choose(index: number): void {
    position = hits.length === 0 ? -1 : (index + hits.length) % hits.length;
    for (const [each, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(each === position));
    }
    if (position < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", idOf(position));
    list.children[position]?.scrollIntoView({ block: "nearest" });
  }

  function show(found: readonly Hit[], message: string): void {
    hits = found;
    list.replaceChildren(...found.map(optionOf));
    input.setAttribute("aria-expanded", String(found.length > 0));
    note.textContent = message;
    choose(0);
  }

  function showRecent(): void {
    const opened = recent();
    show(opened, opened.length > 0 ? (texts["recent"] ?? "") : "");
  }

  let turns = 0;
  async function search(): Promise<void> {
    const text = input.value.trim();
    const turn = ++turns;
    if (text === "") return showRecent();
    try {
      const response = await fetch(addressOf(text), { headers: { accept: "application/json" } });
      if (!response.ok || turn !== turns) return;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The response of this site.
      const { results } = (await response.json()) as { results: Hit[] };
      if (turn !== turns) return;
      show(
        results,
        results.length === 0 ? none.replace("{text}", text) : count.replace("{count}", String(results.length)),
      );
    } catch {
      // The next key searches again.
    }
  }

  let waiting: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void search(), pause);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") choose(position + 1);
    else if (event.key === "ArrowUp") choose(position - 1);
    else if (event.key === "Enter") location.assign(hits[position]?.href ?? addressOf(input.value));
    else if (event.key === "Escape") dialog.close();
    else return;
    event.preventDefault();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  addEventListener("keydown", (event) => {
    if (!isOpening(event) || dialog.open || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    input.value = "";
    showRecent();
    dialog.showModal();
    input.focus();
  });
}

const addressOf = (text: string): string => `/admin/search?q=${encodeURIComponent(text)}`;

const idOf = (index: number): string => `palette-hit-${index}`;

function optionOf({ name, kind = "", detail, href }: Hit, index: number): HTMLElement {
  const option = make("li", { id: idOf(index), role: "option", "aria-selected": "false" }, make("bdi", {}, name));
  if (detail && detail !== name) option.append(make("bdi", { className: "soft" }, detail));
  option.append(make("span", { className: "kind" }, kind));
  option.addEventListener("click", () => location.assign(href));
  return option;
}

/** True for Ctrl-K, and for `/` outside of fields. */
function isOpening({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (key.toLowerCase() === "k") return (ctrlKey || metaKey) && !shiftKey;
  const isTyping = document.activeElement?.matches("input, select, textarea, [contenteditable]") ?? false;
  return key === "/" && !ctrlKey && !metaKey && !isTyping;
}
