import { make } from "../make.ts";
import { isRefusedPage } from "./is-refused-page.ts";
import { forget, keep, readKept, removeEnded, takeSaved } from "./kept.ts";
import { settings } from "./settings.ts";

/** Keeps an unsent comment in this browser, and warns before it is left. */
class KeptComment extends HTMLElement {
  #area: HTMLTextAreaElement | null = null;
  #original = "";
  #id: string = crypto.randomUUID();
  #isSubmitting = false;
  #note = make("p", { className: "soft kept-note", role: "status" });

  connectedCallback(): void {
    const form = this.closest("form");
    const area = form?.querySelector("textarea");
    if (!form || !area || this.#area) return;
    this.#area = area;
    const { keeper = "", cookie = "", subject = "" } = this.dataset;
    takeSaved(keeper, cookie);
    removeEnded(keeper);
    // A refused form shows its text again, which is not sent.
    const isRefused = isRefusedPage() && area.defaultValue !== "";
    this.#original = isRefused ? "" : area.defaultValue;
    this.append(this.#note);
    const kept = readKept(keeper, subject);
    const text = kept?.groups["text"]?.["text"];
    if (kept && text !== undefined) {
      this.#id = kept.revision;
      if (!isRefused && text !== area.value) this.#restore(area, text);
      if (text === this.#original) forget(keeper, subject);
    }
    area.addEventListener("input", () => this.#changed(area, keeper, subject));
    form.addEventListener("submit", () => this.#submit(form, area, keeper, subject));
    window.addEventListener("beforeunload", (event) => {
      if (!this.#isSubmitting && area.value !== this.#original) event.preventDefault();
    });
    window.addEventListener("pageshow", () => {
      this.#isSubmitting = false;
    });
  }

  #restore(area: HTMLTextAreaElement, text: string): void {
    area.value = text;
    const details = area.closest("details");
    if (details) details.open = true;
    this.#note.textContent = settings().texts.commentRestored;
  }

  #changed(area: HTMLTextAreaElement, keeper: string, subject: string): void {
    if (area.value === this.#original) {
      forget(keeper, subject);
      this.#note.textContent = "";
      return;
    }
    const isKept = keep(keeper, subject, { revision: this.#id, groups: { text: { text: area.value } } });
    const { commentKept, commentNotKept } = settings().texts;
    this.#note.textContent = isKept ? commentKept : commentNotKept;
  }

  /** Names the text, for the server to say that it was sent. */
  #submit(form: HTMLFormElement, area: HTMLTextAreaElement, keeper: string, subject: string): void {
    this.#changed(area, keeper, subject);
    this.#isSubmitting = true;
    const field =
      form.querySelector<HTMLInputElement>('input[name="draft"]') ??
      form.appendChild(make("input", { type: "hidden" }));
    field.name = "draft";
    field.value = this.#id;
  }
}

customElements.define("l-kept", KeptComment);
