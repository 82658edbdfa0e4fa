import type { Editor } from "@tiptap/core";
import { make } from "../make.ts";
import { settings } from "../settings.ts";

/** A block that the menu inserts. */
export interface Block {
  label: string;
  act: () => void;
}

let menus = 0;

/**
 * A menu of blocks that opens with a slash at the beginning of a paragraph, and is filtered by the text after it.
 * The focus stays in the text (ARIA combobox pattern).
 */
export class SlashMenu {
  readonly element: HTMLElement;
  readonly #editor: Editor;
  readonly #blocks: readonly Block[];
  readonly #id = `blocks-${++menus}`;
  #shown: readonly Block[] = [];
  #active = 0;
  /** The person has closed the menu for this slash. */
  #isRefused = false;

  constructor(editor: Editor, blocks: readonly Block[]) {
    this.#editor = editor;
    this.#blocks = blocks;
    this.element = make("ul", {
      role: "listbox",
      id: this.#id,
      className: "options blocks",
      "aria-label": settings().texts.markdown.blocks,
      hidden: true,
    });
    // The focus stays in the text.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    editor.on("transaction", () => this.#follow());
    editor.on("blur", () => this.#close());
  }

  /** Handles a key while the menu is open. Returns true if it was for the menu. */
  press({ key, isComposing }: KeyboardEvent): boolean {
    if (this.element.hidden || isComposing) return false;
    if (key === "ArrowDown" || key === "ArrowUp") {
      this.#move(this.#active + (key === "ArrowDown" ? 1 : -1));
      return true;
    }
    if (key === "Enter" || key === "Tab") {
      this.#choose(this.#shown[this.#active]);
      return true;
    }
    if (key !== "Escape") return false;
    this.#isRefused = true;
    this.#close();
    return true;
  }

  /** Returns what stands after the slash, or undefined without one. */
  #query(): string | undefined {
    const { selection } = this.#editor.state;
    const { $from, empty } = selection;
    if (!empty || $from.parent.type.name !== "paragraph") return undefined;
    return /^\/([^\s/]{0,30})$/.exec($from.parent.textContent.slice(0, $from.parentOffset))?.[1];
  }

  #follow(): void {
    const query = this.#query();
    if (query === undefined) this.#isRefused = false;
    if (query === undefined || this.#isRefused || !this.#editor.isFocused) return this.#close();
    const sought = query.toLowerCase();
    const shown = this.#blocks.filter(({ label }) => label.toLowerCase().includes(sought));
    if (shown.length === 0) return this.#close();
    const isSame = shown.length === this.#shown.length && shown.every((one, index) => one === this.#shown[index]);
    if (isSame && !this.element.hidden) return;
    this.#shown = shown;
    this.element.replaceChildren(...shown.map((block, index) => this.#option(block, index)));
    this.element.hidden = false;
    const { bottom } = this.#editor.view.coordsAtPos(this.#editor.state.selection.from);
    const { top = 0 } = this.element.offsetParent?.getBoundingClientRect() ?? {};
    this.element.style.top = `${bottom - top}px`;
    this.#move(0);
  }

  #option(block: Block, index: number): HTMLElement {
    const option = make("li", { role: "option", id: `${this.#id}-${index}` }, block.label);
    option.addEventListener("click", () => this.#choose(block));
    return option;
  }

  #move(to: number): void {
    this.#active = (to + this.#shown.length) % this.#shown.length;
    for (const [index, option] of [...this.element.children].entries()) {
      option.setAttribute("aria-selected", String(index === this.#active));
      if (index === this.#active) option.scrollIntoView({ block: "nearest" });
    }
    const { dom } = this.#editor.view;
    dom.setAttribute("aria-controls", this.#id);
    dom.setAttribute("aria-activedescendant", `${this.#id}-${this.#active}`);
  }

  #close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#shown = [];
    const { dom } = this.#editor.view;
    dom.removeAttribute("aria-controls");
    dom.removeAttribute("aria-activedescendant");
  }

  /** Removes the slash and what was typed after it, and inserts the block. */
  #choose(block: Block | undefined): void {
    if (!block) return;
    const { from, $from } = this.#editor.state.selection;
    this.#close();
    this.#editor
      .chain()
      .focus()
      .deleteRange({ from: from - $from.parentOffset, to: from })
      .run();
    block.act();
  }
}
