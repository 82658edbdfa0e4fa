import { restoredEvent, restoringEvent } from "../events.ts";
import { make, makeButton } from "../make.ts";
import { fill, settings } from "../settings.ts";
import { dragBy } from "./drag.ts";

/** The number of the row in the template, which no real row has. */
const blank = "99999999";

/**
 * Adds, removes and moves the rows of a list. A row keeps the names of its fields: its position and its removal are
 * fields of it, as without scripts.
 */
class Rows extends HTMLElement {
  #name = "";
  #template: HTMLTemplateElement | null = null;
  #list = make("div", { className: "rows-of-form" });
  #status = make("p", { className: "hint", role: "status" });
  #add: HTMLButtonElement | undefined;
  #next = 0;

  connectedCallback(): void {
    const template = this.querySelector<HTMLTemplateElement>(":scope > template");
    if (this.#template || !template) return;
    this.#template = template;
    this.#name = this.dataset["name"] ?? "";
    this.#next = Number(this.#count()?.value ?? 0);
    const rows = [...this.querySelectorAll<HTMLElement>(":scope > .row-of-form")];
    this.#list.append(...rows);
    this.#removeBlank(rows);
    this.#add = makeButton(this.dataset["add"] ?? settings().texts.rows.add, "secondary", () => {
      const row = this.#addRow();
      // Rows can name the field that people fill in first.
      (row.querySelector<HTMLElement>("[data-first]") ?? row.querySelector<HTMLElement>(focusable))?.focus();
    });
    this.append(this.#list, this.#add, this.#status);
    for (const row of this.#rows()) this.#equip(row);
    this.querySelector(":scope > .hint:not([role])")?.remove();
    const form = this.closest("form");
    form?.addEventListener(restoringEvent, (event) => {
      if (event instanceof CustomEvent && Array.isArray(event.detail)) this.#makeRoom(event.detail.map(String));
    });
    form?.addEventListener(restoredEvent, () => this.#arrange());
    this.#arrange();
  }

  #rows = (): HTMLElement[] => [...this.#list.querySelectorAll<HTMLElement>(":scope > .row-of-form")];

  #count = () => this.querySelector<HTMLInputElement>(`:scope > input[name="${this.#name}.count"]`);

  /** The server offers empty rows to people without scripts. */
  #removeBlank(rows: readonly HTMLElement[]): void {
    for (const row of rows.toReversed()) {
      if (!isBlank(row)) return;
      row.remove();
    }
  }

  #addRow(): HTMLElement {
    const index = String(this.#next++);
    const holder = document.createElement("template");
    const markup = this.#template?.innerHTML ?? "";
    holder.innerHTML = markup.replaceAll(`${this.#name}.${blank}`, `${this.#name}.${index}`);
    const row = holder.content.querySelector<HTMLElement>(".row-of-form") ?? make("div");
    this.#list.append(document.importNode(row, true));
    const added = this.#rows().at(-1) ?? row;
    const count = this.#count();
    if (count) count.value = String(this.#next);
    this.#equip(added);
    this.#placeAll();
    this.#arrange();
    return added;
  }

  /** Adds the rows that restored values belong to. */
  #makeRoom(names: readonly string[]): void {
    const indexes = names
      .filter((name) => name.startsWith(`${this.#name}.`))
      .map((name) => Number(name.slice(this.#name.length + 1).split(".", 1)[0]))
      .filter((index) => Number.isInteger(index) && index < 500);
    while (this.#next <= Math.max(-1, ...indexes)) this.#addRow();
  }

  /** Buttons in place of the fields for the position and the removal. */
  #equip(row: HTMLElement): void {
    const { up, down, remove, handle } = settings().texts.rows;
    const plain = row.querySelector<HTMLElement>(":scope > .row-of-form-acts");
    if (plain) plain.hidden = true;
    const grip = make("span", { className: "grip", "aria-hidden": "true" }, "⠿");
    grip.title = handle;
    dragBy(grip, row, () => this.#moved());
    row.append(
      make(
        "div",
        { className: "actions row-acts" },
        grip,
        makeButton(up, "plain", () => this.#move(row, -1)),
        makeButton(down, "plain", () => this.#move(row, 1)),
        makeButton(remove, "plain", () => this.#remove(row, true)),
      ),
    );
    row.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      if (!event.altKey || by === 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.#move(row, by);
    });
  }

  #move(row: HTMLElement, by: -1 | 1): void {
    const visibleRows = this.#rows().filter(({ hidden }) => !hidden);
    const neighbor = visibleRows[visibleRows.indexOf(row) + by];
    if (!neighbor) return;
    const focused = document.activeElement;
    if (by === 1) neighbor.after(row);
    else neighbor.before(row);
    if (focused instanceof HTMLElement) focused.focus();
    this.#moved();
    const at = this.#rows().filter(({ hidden }) => !hidden);
    const { moved } = settings().texts.rows;
    this.#status.textContent = fill(moved, { number: String(at.indexOf(row) + 1), count: String(at.length) });
  }

  #moved(): void {
    this.#placeAll();
    this.#arrange();
    this.#list.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** The server sorts the rows by these numbers. */
  #placeAll(): void {
    for (const [index, row] of this.#rows().entries()) {
      const place = row.querySelector<HTMLInputElement>(':scope > .row-of-form-acts input[name$=".place"]');
      if (place) place.value = String(index + 1);
    }
  }

  #remove(row: HTMLElement, isRemoved: boolean): void {
    const box = this.#removalOf(row);
    if (box) box.checked = isRemoved;
    this.#arrange();
    this.#list.dispatchEvent(new Event("input", { bubbles: true }));
    const { removed, undo } = settings().texts.rows;
    if (!isRemoved) {
      this.#status.textContent = "";
      row.querySelector<HTMLElement>(focusable)?.focus();
      return;
    }
    const back = makeButton(undo, "plain", () => this.#remove(row, false));
    this.#status.replaceChildren(removed, " ", back);
    back.focus();
  }

  #removalOf = (row: HTMLElement) =>
    row.querySelector<HTMLInputElement>(':scope > .row-of-form-acts input[name$=".remove"]');

  /** Shows the rows in the order of their positions, without those to remove, and numbers them. */
  #arrange(): void {
    const rows = this.#rows();
    const sorted = rows.every((row) => positionOf(row) > 0)
      ? rows.toSorted((one, other) => positionOf(one) - positionOf(other))
      : rows;
    if (sorted.some((row, index) => row !== rows[index])) this.#list.append(...sorted);
    for (const row of sorted) row.hidden = this.#removalOf(row)?.checked === true;
    const shown = sorted.filter(({ hidden }) => !hidden);
    for (const [index, row] of shown.entries()) this.#number(row, index, shown.length);
    if (this.#add) this.#add.hidden = shown.length >= Number(this.dataset["max"] ?? Infinity);
  }

  #number(row: HTMLElement, index: number, count: number): void {
    const label = row.querySelector("legend, label")?.firstChild;
    const name = fill(this.dataset["row"] ?? settings().texts.rows.row, { number: String(index + 1) });
    if (label) label.textContent = `${name} `;
    const [up, down, remove] = row.querySelectorAll<HTMLButtonElement>(":scope > .row-acts button");
    for (const button of [up, down, remove]) button?.setAttribute("aria-label", `${button.textContent}: ${name}`);
    if (up) up.disabled = index === 0;
    if (down) down.disabled = index === count - 1;
  }
}

const positionOf = (row: HTMLElement): number =>
  Number(row.querySelector<HTMLInputElement>(':scope > .row-of-form-acts input[name$=".place"]')?.value ?? 0);

const focusable = "input:not([type=hidden]), select, textarea, [contenteditable=true]";

/** True if nothing is entered: choices always have a value. */
function isBlank(row: HTMLElement): boolean {
  const controls = row.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return [...controls].every((control) => {
    if (control.type === "hidden") return true;
    const isTick = control.type === "checkbox" || control.type === "radio";
    return isTick
      ? !(control instanceof HTMLInputElement && control.checked && control.value !== "")
      : control.value === "";
  });
}

customElements.define("l-rows", Rows);
