import { onContact } from "./contacts.ts";
import { openPresent } from "./kept-store.ts";
import { removeOthers } from "./remove-others.ts";
import { canKeep, fill, settingsOf } from "./settings.ts";
import { listWaiting, removeWaiting } from "./waiting-store.ts";
import type { Waiting } from "./wire.ts";

/** Lists what the server has refused, with the texts to copy. Hidden if there is nothing. */
class Unsent extends HTMLElement {
  readonly #settings = settingsOf(this);

  connectedCallback(): void {
    if (canKeep()) void this.#start();
  }

  async #start(): Promise<void> {
    const { keeper } = this.#settings;
    if (keeper !== "") await removeOthers(keeper);
    await this.#show();
    onContact(() => void this.#show());
  }

  async #show(): Promise<void> {
    const keeper = this.#settings.keeper || (await openPresent())?.contents.keeper;
    if (keeper === undefined) return;
    const refused = (await listWaiting(keeper)).filter(({ isRefused }) => isRefused === true);
    this.querySelector("ul")?.replaceChildren(...refused.map((each) => this.#row(keeper, each)));
    this.hidden = refused.length === 0;
  }

  #row(keeper: string, waiting: Waiting): HTMLLIElement {
    const { texts } = this.#settings;
    const row = document.createElement("li");
    const title = textIn("p", "soft", waiting.title);
    if (waiting.kind === "note") {
      const text = textIn("p", "note-text", waiting.text);
      row.append(
        title,
        text,
        this.#button(texts.copy, texts.copyOf, waiting, () => void this.#copy(text)),
      );
    } else {
      const { markedDone, markedUndone } = texts;
      row.append(title, textIn("p", "", waiting.kind === "completed" ? markedDone : markedUndone));
    }
    row.append(this.#button(texts.remove, texts.removeOf, waiting, () => void this.#remove(keeper, waiting)));
    return row;
  }

  #button(label: string, labelOf: string, { title }: Waiting, act: () => void): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button plain";
    button.textContent = label;
    button.setAttribute("aria-label", fill(labelOf, { course: title }));
    button.addEventListener("click", act);
    return button;
  }

  async #copy(text: HTMLElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(text.textContent);
      this.#say(this.#settings.texts.copied);
    } catch {
      // Without the permission, the person copies what is selected.
      getSelection()?.selectAllChildren(text);
    }
  }

  async #remove(keeper: string, waiting: Waiting): Promise<void> {
    await removeWaiting(keeper, waiting);
    await this.#show();
    this.#say("");
    if (!this.hidden) this.querySelector<HTMLElement>("h2")?.focus();
  }

  #say(text: string): void {
    const status = this.querySelector("[role=status]");
    if (status) status.textContent = text;
  }
}

function textIn(tag: "p", className: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.dir = "auto";
  element.textContent = text;
  return element;
}

customElements.define("l-unsent", Unsent);
