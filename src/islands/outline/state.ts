import { make, makeButton } from "../make.ts";
import { settings } from "../settings.ts";

/** Says what was done, or why not, and offers to undo it. */
export class StateLine {
  readonly element = make("div", { className: "state-of-outline" });
  readonly #said = make("p", { role: "status" });
  readonly #failed = make("p", { role: "alert" });

  /** Something was done. */
  say(text: string, undo?: () => void): void {
    this.#failed.textContent = "";
    this.#said.textContent = text;
    delete this.element.dataset["tone"];
    const button = undo ? [makeButton(settings().texts.outline.undo, "secondary", undo)] : [];
    this.element.replaceChildren(this.#said, ...button);
  }

  /** Something was refused. The text stays until the next act. */
  fail(texts: readonly string[]): void {
    this.element.dataset["tone"] = "bad";
    this.#failed.textContent = texts.join(" ");
    this.element.replaceChildren(this.#failed);
  }

  /** A request is on its way. */
  wait(): void {
    this.say(settings().texts.outline.saving);
  }
}
