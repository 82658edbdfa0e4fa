import { dragBy } from "../rows/drag.ts";
import { make } from "../make.ts";
import { filledEvent } from "./groups.ts";
import { fill } from "./settings.ts";

/** Moves the items of an ordering question by buttons, arrow keys and dragging, without a request. */
class OrderedItems extends HTMLElement {
  #list: HTMLOListElement | null = null;
  #status = make("p", { className: "hidden", role: "status" });

  connectedCallback(): void {
    const list = this.querySelector("ol");
    if (!list || this.#list) return;
    this.#list = list;
    this.append(this.#status);
    for (const item of this.#items()) this.#equip(item);
    this.#keepButton()?.addEventListener("click", (event) => {
      event.preventDefault();
      this.#number();
      // The button is hidden now.
      this.querySelector<HTMLButtonElement>(".arrow:not(:disabled)")?.focus();
    });
    this.closest("form")?.addEventListener(filledEvent, () => this.#sort());
    this.#sort();
  }

  #items(): HTMLLIElement[] {
    return [...(this.#list?.querySelectorAll("li") ?? [])];
  }

  #keepButton(): HTMLButtonElement | null {
    return this.querySelector(".keep");
  }

  #equip(item: HTMLLIElement): void {
    const input = positionOf(item);
    if (input) input.type = "hidden";
    const handle = make("span", { className: "handle", "aria-hidden": "true" });
    item.prepend(handle);
    dragBy(handle, item, () => this.#number());
    for (const [selector, by] of [
      [".up", -1],
      [".down", 1],
    ] as const) {
      item.querySelector<HTMLButtonElement>(selector)?.addEventListener("click", (event) => {
        event.preventDefault();
        this.#move(item, by, selector);
      });
    }
    item.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      if (by === 0) return;
      event.preventDefault();
      this.#move(item, by, by < 0 ? ".up" : ".down");
    });
  }

  #move(item: HTMLLIElement, by: -1 | 1, selector: string): void {
    const other = by < 0 ? item.previousElementSibling : item.nextElementSibling;
    if (by < 0) other?.before(item);
    else other?.after(item);
    this.#number();
    const button = item.querySelector<HTMLButtonElement>(selector);
    const fallback = item.querySelector<HTMLButtonElement>(".arrow:not(:disabled)");
    (button?.disabled === false ? button : fallback)?.focus();
    const items = this.#items();
    const position = String(items.indexOf(item) + 1);
    this.#status.textContent = fill(this.dataset["moved"] ?? "", {
      item: item.dataset["item"] ?? "",
      position,
      total: String(items.length),
    });
  }

  /** Writes the positions that the items have now. */
  #number(): void {
    for (const [index, item] of this.#items().entries()) {
      const input = positionOf(item);
      if (input) input.value = String(index + 1);
    }
    this.#settle();
    this.#list?.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Orders the items by their positions. */
  #sort(): void {
    const items = this.#items();
    if (items.every((item) => (positionOf(item)?.value ?? "") !== "")) {
      items.sort((one, other) => Number(positionOf(one)?.value) - Number(positionOf(other)?.value));
      this.#list?.append(...items);
    }
    this.#settle();
  }

  #settle(): void {
    const items = this.#items();
    for (const [index, item] of items.entries()) {
      const [up, down] = [item.querySelector<HTMLButtonElement>(".up"), item.querySelector<HTMLButtonElement>(".down")];
      if (up) up.disabled = index === 0;
      if (down) down.disabled = index === items.length - 1;
    }
    const button = this.#keepButton();
    if (button) button.hidden = items.every((item) => (positionOf(item)?.value ?? "") !== "");
  }
}

const positionOf = (item: HTMLLIElement): HTMLInputElement | null => item.querySelector("input[name]");

customElements.define("l-order", OrderedItems);
