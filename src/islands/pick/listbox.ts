import { make } from "../make.ts";
import type { Choice } from "./search.ts";

/** The popup of a combobox (ARIA 1.2): options below the field, of which one is active. */
export class Listbox {
  readonly element: HTMLUListElement;
  #input: HTMLInputElement;
  #choices: readonly Choice[] = [];
  #active = -1;
  #choose: (choice: Choice) => void;

  constructor(input: HTMLInputElement, label: string, choose: (choice: Choice) => void) {
    this.#input = input;
    this.#choose = choose;
    this.element = make("ul", {
      id: `${input.id}-options`,
      role: "listbox",
      className: "options",
      "aria-label": label,
    });
    this.element.hidden = true;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", this.element.id);
    input.setAttribute("aria-expanded", "false");
    // The focus stays in the field.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.element.addEventListener("click", ({ target }) => {
      const option = target instanceof Element ? target.closest('[role="option"]') : null;
      const choice = option && this.#choices[[...this.element.children].indexOf(option)];
      if (choice) this.#choose(choice);
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  show(choices: readonly Choice[]): void {
    this.#choices = choices;
    this.#activate(-1);
    this.element.replaceChildren(
      ...choices.map(({ label, note, image }, index) =>
        make(
          "li",
          { id: `${this.element.id}-${index}`, role: "option", "aria-selected": "false" },
          ...(image === undefined ? [] : [thumbnail(image)]),
          make("span", { className: "foreign" }, label),
          ...(note === "" ? [] : [" ", make("span", { className: "soft foreign" }, note)]),
        ),
      ),
    );
    this.element.hidden = choices.length === 0;
    this.#input.setAttribute("aria-expanded", String(this.isOpen));
  }

  close(): void {
    this.show([]);
  }

  /** Moves to the next option or, with -1, to the previous one, and around the ends. */
  move(by: 1 | -1): void {
    const count = this.#choices.length;
    if (count > 0) this.#activate(this.#active === -1 && by === -1 ? count - 1 : (this.#active + by + count) % count);
  }

  /** Chooses the active option. Returns false if there is none. */
  chooseActive(): boolean {
    const choice = this.#choices[this.#active];
    if (choice) this.#choose(choice);
    return choice !== undefined;
  }

  #activate(index: number): void {
    this.element.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const option = this.element.children[index];
    if (!option) return this.#input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.#input.setAttribute("aria-activedescendant", option.id);
  }
}

/** A small picture beside the name of an image. */
function thumbnail(address: string): HTMLImageElement {
  const image = make("img", { className: "thumbnail" });
  image.src = address;
  image.alt = "";
  image.loading = "lazy";
  return image;
}
