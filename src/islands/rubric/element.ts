import { restoredEvent } from "../events.ts";
import { fill } from "../settings.ts";

/** Compares the points of the criteria of the form around it with the maximum score, while a person writes. */
class Rubric extends HTMLElement {
  #form: HTMLFormElement | null = null;

  connectedCallback(): void {
    if (this.#form) return;
    const form = this.closest("form");
    this.#form = form;
    if (!form) return;
    form.addEventListener("input", () => this.#follow(form));
    form.addEventListener(restoredEvent, () => this.#follow(form));
    // Rows are added and removed.
    new MutationObserver((changes) => {
      if (changes.some(({ target }) => target instanceof Element && target.closest("l-rows"))) this.#follow(form);
    }).observe(form, { childList: true, subtree: true });
    this.querySelector("button")?.addEventListener("click", (event) => {
      event.preventDefault();
      const max = maxOf(form);
      if (!max) return;
      max.value = String(sumOf(form).points);
      max.dispatchEvent(new Event("input", { bubbles: true }));
      max.focus();
    });
    this.#follow(form);
  }

  #follow(form: HTMLFormElement): void {
    const { count, points } = sumOf(form);
    const max = maxOf(form)?.value.trim() ?? "";
    const state = count === 0 ? "none" : String(points) === max ? "equal" : "unequal";
    const numbers = { count: String(count), points: String(points), max };
    const { none = "", count: counted = "", set = "" } = this.dataset;
    this.dataset["state"] = state;
    const line = this.querySelector("p");
    const text = state === "none" ? none : `${fill(counted, numbers)} ${this.dataset[state] ?? ""}`;
    if (line && line.textContent !== text) line.textContent = text;
    const button = this.querySelector("button");
    if (!button) return;
    const label = fill(set, numbers);
    if (button.textContent !== label) button.textContent = label;
    if (button.parentElement) button.parentElement.hidden = state !== "unequal" || points === 0;
  }
}

const maxOf = (form: HTMLFormElement): HTMLInputElement | null => form.querySelector('input[name="max_score"]');

/** Criteria without a title and points are not saved. */
function sumOf(form: HTMLFormElement): { count: number; points: number } {
  const rows = [...form.querySelectorAll<HTMLElement>(".criterion")].filter((row) => row.hidden === false);
  const points = rows.map((row) => Number(row.querySelector<HTMLInputElement>('input[name$=".points"]')?.value) || 0);
  return { count: rows.length, points: points.reduce((sum, one) => sum + one, 0) };
}

customElements.define("l-rubric", Rubric);
