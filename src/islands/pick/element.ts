import { restoredEvent } from "../events.ts";
import { make } from "../make.ts";
import { fill, settings } from "../settings.ts";
import { Listbox } from "./listbox.ts";
import { type Choice, readChoices } from "./search.ts";

const debounceMs = 150;

/**
 * A combobox for relations: searches the list of the target by name. The field around which it stands keeps the value:
 * one ID, or one per line.
 */
class Pick extends HTMLElement {
  #source: HTMLInputElement | HTMLTextAreaElement | null = null;
  #input = make("input", { type: "text", className: "search-choice" });
  #chips = make("ul", { className: "chips" });
  #status = make("p", { className: "hint", role: "status" });
  #list: Listbox | undefined;
  #labels = new Map<string, string>();
  #label = "";
  #timer = 0;
  #search: AbortController | undefined;

  connectedCallback(): void {
    const source = this.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    if (!source || this.#source) return;
    this.#source = source;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `relations.ts` of the server.
    const labels = JSON.parse(this.dataset["labels"] ?? "{}") as Record<string, string>;
    this.#labels = new Map(Object.entries(labels));
    this.#label = source.labels?.[0]?.firstChild?.textContent?.trim() ?? "";
    this.#takePlaceOf(source);
    const list = new Listbox(this.#input, this.#label, (choice) => this.#choose(choice));
    this.#list = list;
    this.append(this.#chips, make("div", { className: "search-of-choices" }, this.#input, list.element), this.#status);
    this.#input.addEventListener("input", () => this.#searchSoon());
    this.#input.addEventListener("click", () => this.#searchSoon());
    this.#input.addEventListener("keydown", (event) => this.#key(event, list));
    this.#input.addEventListener("blur", () => this.#close());
    // The server resolves a name that is typed and not chosen.
    source.form?.addEventListener("formdata", ({ formData }) => {
      const typed = this.#input.value.trim();
      if (typed !== "") formData.set(source.name, this.#isSeveral ? [...this.#ids(), typed].join("\n") : typed);
    });
    source.form?.addEventListener(restoredEvent, () => void this.#nameUnknown());
    this.#render();
    void this.#nameUnknown();
  }

  get #isSeveral(): boolean {
    return this.dataset["several"] !== undefined;
  }

  /** The label, the hint and links to the field lead to the combobox. */
  #takePlaceOf(source: HTMLInputElement | HTMLTextAreaElement): void {
    this.#input.id = source.id;
    this.#input.autocomplete = "off";
    for (const name of ["aria-describedby", "aria-invalid"]) {
      const value = source.getAttribute(name);
      if (value !== null) this.#input.setAttribute(name, value);
    }
    source.removeAttribute("id");
    source.hidden = true;
  }

  #ids(): string[] {
    return (this.#source?.value ?? "")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  }

  #write(ids: readonly string[]): void {
    if (!this.#source) return;
    this.#source.value = ids.join("\n");
    this.#source.dispatchEvent(new Event("input", { bubbles: true }));
    this.#render();
  }

  #choose({ id, label }: Choice): void {
    this.#labels.set(id, label);
    const others = this.#isSeveral ? this.#ids().filter((one) => one !== id) : [];
    this.#input.value = "";
    this.#close();
    this.#write([...others, id]);
    this.#say(fill(settings().texts.pick.chosen, { name: label }));
  }

  #remove(id: string): void {
    this.#write(this.#ids().filter((one) => one !== id));
    this.#say(fill(settings().texts.pick.removed, { name: this.#labels.get(id) ?? id }));
    this.#input.focus();
  }

  #render(): void {
    const ids = this.#ids();
    this.#chips.hidden = ids.length === 0;
    this.#chips.setAttribute("aria-label", fill(settings().texts.pick.list, { name: this.#label }));
    this.#chips.replaceChildren(...ids.map((id) => this.#chip(id)));
  }

  #chip(id: string): HTMLLIElement {
    const label = this.#labels.get(id) ?? id;
    const remove = make("button", { type: "button", className: "remove-chip" }, "×");
    remove.setAttribute("aria-label", fill(settings().texts.pick.remove, { name: label }));
    remove.addEventListener("click", () => this.#remove(id));
    return make("li", { className: "chip" }, make("span", { className: "foreign" }, label), remove);
  }

  #searchSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#searchNow(), debounceMs);
  }

  async #searchNow(): Promise<void> {
    this.#search?.abort();
    const search = new AbortController();
    this.#search = search;
    const { none, unreachable, signedOut, count } = settings().texts.pick;
    try {
      const found = await readChoices(this.#address(), { q: this.#input.value.trim() }, search.signal);
      if (search.signal.aborted) return;
      const chosen = new Set(this.#ids());
      const offered = (found ?? []).filter(({ id }) => !chosen.has(id));
      this.#list?.show(offered);
      this.#say(!found ? signedOut : offered.length === 0 ? none : fill(count, { count: String(offered.length) }));
    } catch {
      if (!search.signal.aborted) this.#say(unreachable);
    }
  }

  #address(): string {
    return this.dataset["list"] ?? "";
  }

  #key(event: KeyboardEvent, list: Listbox): void {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.isOpen) list.move(event.key === "ArrowDown" ? 1 : -1);
      else void this.#searchNow();
    } else if (event.key === "Enter" && (list.isOpen || this.#input.value !== "")) {
      // Enter does not submit a form while a choice is pending.
      event.preventDefault();
      list.chooseActive();
    } else if (event.key === "Escape" && (list.isOpen || this.#input.value !== "")) {
      event.preventDefault();
      if (!list.isOpen) this.#input.value = "";
      this.#close();
    } else if (event.key === "Backspace" && this.#input.value === "") {
      const last = this.#ids().at(-1);
      if (last !== undefined) this.#remove(last);
    }
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#search?.abort();
    this.#list?.close();
  }

  #say(text: string): void {
    this.#status.textContent = text;
  }

  /** Reads the names of restored choices. Names that a person typed stay as they are. */
  async #nameUnknown(): Promise<void> {
    this.#render();
    const unknown = this.#ids().filter((id) => !this.#labels.has(id) && /^[a-z]+_[0-9a-z]{26}$/.test(id));
    if (unknown.length === 0) return;
    const found = await readChoices(this.#address(), { ids: unknown.slice(0, 50).join(",") }).catch(() => undefined);
    for (const { id, label } of found ?? []) this.#labels.set(id, label);
    this.#render();
  }
}

customElements.define("l-pick", Pick);
