import { formatAge } from "../formats.ts";
import { make, makeButton } from "../make.ts";
import { fill, settings } from "../settings.ts";
import type { Groups, Refusal, Saved } from "./server-draft.ts";

const ageUpdateIntervalMs = 5000;

/** Says that a draft is saved and since when, and who else edits. */
export class AutosaveView {
  readonly #note: HTMLElement;
  /** Not announced: it changes all the time. */
  readonly #age = make("span", { className: "soft age-of-draft" });
  readonly #choice = make("div", { role: "status" });
  #savedAt = 0;
  #isOutdated = false;

  constructor(note: HTMLElement, place: Element) {
    this.#note = note;
    note.after(this.#age);
    place.prepend(this.#choice);
    setInterval(() => this.#showAge(), ageUpdateIntervalMs);
  }

  say(text: string): void {
    if (this.#note.textContent !== text) this.#note.textContent = text;
    this.#age.textContent = "";
    this.#savedAt = 0;
  }

  sending(): void {
    this.say(settings().texts.autosave.sending);
  }

  /** `wasChange`: something was sent. */
  saved({ isDraft, others, version }: Saved, wasChange: boolean, shownVersion: string): void {
    const { saved } = settings().texts.autosave;
    if (wasChange) {
      this.say(saved);
      this.#savedAt = Date.now();
      this.#showAge();
    }
    for (const button of document.querySelectorAll<HTMLButtonElement>('button[form="discard"]'))
      button.hidden = !isDraft;
    if (shownVersion !== "" && version > Number(shownVersion)) this.#isOutdated = true;
    this.#showOthers(others);
  }

  failed(refusal: Refusal, isKept: boolean): void {
    const { texts } = settings();
    this.say(isKept ? texts.autosave[refusal] : texts.autosave.notKept);
  }

  /** Offers both texts, if two pages of one person have typed into the same fields. */
  choose(take: () => void, keep: () => void): void {
    const { collided, takeTheirs, keepMine } = settings().texts.autosave;
    const answer = (act: () => void) => () => {
      this.#choice.replaceChildren();
      act();
    };
    this.#choice.replaceChildren(
      make(
        "div",
        { className: "notice draft" },
        make("p", {}, collided),
        make(
          "div",
          { className: "actions" },
          makeButton(keepMine, "secondary", answer(keep)),
          makeButton(takeTheirs, "secondary", answer(take)),
        ),
      ),
    );
  }

  #showAge(): void {
    if (this.#savedAt > 0) this.#age.textContent = formatAge(this.#savedAt);
  }

  #showOthers(others: Saved["others"]): void {
    const { editsNow, hasDraft, someone, changedSince } = settings().texts.autosave;
    const lines = [
      ...others.map(({ name, isHere }) => fill(isHere ? editsNow : hasDraft, { name: name ?? someone })),
      ...(this.#isOutdated ? [changedSince] : []),
    ];
    for (const place of document.querySelectorAll("[data-editors]")) {
      const before = [...place.children].map(({ textContent }) => textContent.trim());
      if (before.join("\n") !== lines.join("\n")) place.replaceChildren(...lines.map((line) => make("p", {}, line)));
    }
  }
}

/** The form fields of all fields. */
export const valuesIn = (groups: Groups): Record<string, string> => Object.assign({}, ...Object.values(groups));
