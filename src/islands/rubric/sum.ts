import { restoredEvent } from "../events.ts";
import { fill } from "../settings.ts";

/** Adds up the points of the criteria around it, while a person grades. Without scripts, the sum is that of the saved points. */
class SumOfCriteria extends HTMLElement {
  connectedCallback(): void {
    const fields = this.closest("fieldset");
    fields?.addEventListener("input", () => this.#follow(fields));
    fields?.form?.addEventListener(restoredEvent, () => this.#follow(fields));
    // A browser fills in again what was typed before the page was left.
    if (fields) this.#follow(fields);
  }

  #follow(fields: HTMLFieldSetElement): void {
    const points = [...fields.querySelectorAll("input")].map(({ value }) => pointsOf(value.trim()));
    const sum = Math.round(points.reduce((total, one) => total + one, 0) * 100) / 100;
    const text = fill(this.dataset["text"] ?? "", { points: String(sum), max: this.dataset["max"] ?? "" });
    if (this.textContent !== text) this.textContent = text;
  }
}

/** Reads `8.5` and `8,5`, as the server does. */
const pointsOf = (text: string): number =>
  /^\d{1,6}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : 0;

customElements.define("l-sum", SumOfCriteria);
