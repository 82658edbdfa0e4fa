import { idOf, partOf } from "./parts.ts";

const boxSelector = '.lecture-of-outline > .tick > input[type="checkbox"]';

/** The selected rows of an outline: with Shift, all rows between two. */
export class Selection {
  readonly #root: HTMLElement;
  #last: HTMLInputElement | undefined;
  /** Selected boxes, without a look at all rows. */
  readonly #boxes = new Set<HTMLInputElement>();

  constructor(root: HTMLElement) {
    this.#root = root;
    root.addEventListener("click", (event) => {
      if (!isBox(event.target)) return;
      if (event.shiftKey && this.#last) this.#selectUntil(this.#last, event.target);
      this.#last = event.target;
      this.#note(event.target);
      this.#show();
    });
    this.reset();
  }

  /** Reads which boxes are checked: after the rows have been replaced. */
  reset(): void {
    this.#boxes.clear();
    for (const box of this.#root.querySelectorAll<HTMLInputElement>(`${boxSelector}:checked`)) this.#boxes.add(box);
    this.#show();
  }

  clear(): void {
    for (const box of this.#boxes) box.checked = false;
    this.#boxes.clear();
    this.#show();
  }

  /** The selected rows, in the order of the page. */
  get parts(): HTMLElement[] {
    const parts = [...this.#boxes].filter(({ isConnected }) => isConnected).flatMap((box) => partOf(box) ?? []);
    return parts.toSorted((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
  }

  get ids(): string[] {
    return this.parts.map(idOf);
  }

  #note(box: HTMLInputElement): void {
    if (box.checked) this.#boxes.add(box);
    else this.#boxes.delete(box);
  }

  #selectUntil(from: HTMLInputElement, to: HTMLInputElement): void {
    const boxes = [...this.#root.querySelectorAll<HTMLInputElement>(boxSelector)];
    const [start = 0, end = 0] = [boxes.indexOf(from), boxes.indexOf(to)].toSorted((one, other) => one - other);
    for (const box of boxes.slice(Math.max(0, start), end + 1)) {
      box.checked = to.checked;
      this.#note(box);
    }
  }

  #show(): void {
    this.#root.classList.toggle("has-selection", this.#boxes.size > 0);
  }
}

function isBox(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches(boxSelector);
}
