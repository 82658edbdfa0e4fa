import { restoredEvent } from "../events.ts";
import { make } from "../make.ts";
import { settings } from "../settings.ts";

const debounceMs = 400;

const previewedFields = /^(?:colors|fonts)\.|^(?:dark_mode|corner_radius|density|logo_file_id|logo_dark_file_id)$/;

/** Shows a page of the school with the values of the form around it, which are not saved. */
class Preview extends HTMLElement {
  #frame = make("iframe", { className: "preview-frame" });
  #page = "home";
  #timer = 0;
  #query = "";

  connectedCallback(): void {
    const form = this.closest("form");
    if (!form || this.contains(this.#frame)) return;
    this.#frame.title = settings().texts.preview.title;
    this.#frame.setAttribute("sandbox", "allow-same-origin");
    this.#frame.setAttribute("tabindex", "-1");
    this.append(this.#frame);
    for (const button of this.querySelectorAll<HTMLButtonElement>("button[name=of]")) {
      button.type = "button";
      button.setAttribute("aria-pressed", String(button.value === this.#page));
      button.addEventListener("click", () => this.#choose(button.value));
    }
    for (const type of ["input", "change", restoredEvent]) form.addEventListener(type, () => this.#soon());
    this.#show();
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
  }

  #choose(page: string): void {
    this.#page = page;
    for (const button of this.querySelectorAll<HTMLButtonElement>("button[name=of]")) {
      button.setAttribute("aria-pressed", String(button.value === page));
    }
    this.#show();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(), debounceMs);
  }

  #show(): void {
    const form = this.closest("form");
    if (!form) return;
    const values = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && previewedFields.test(name) ? [[name, value]] : [],
    );
    const look = new URLSearchParams(values).toString();
    const query = `of=${this.#page}&${look}`;
    if (query === this.#query) return;
    this.#query = query;
    this.#frame.src = `${this.dataset["address"] ?? ""}?${query}`;
    void this.#checkContrast(look).catch(() => undefined);
  }

  async #checkContrast(look: string): Promise<void> {
    const response = await fetch(`${this.dataset["contrast"] ?? ""}?${look}`, {
      headers: { accept: "application/json" },
    });
    if (!response.ok) return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `preview.ts` of the server.
    const { warnings } = (await response.json()) as { warnings: string[] };
    this.querySelector(".contrasts")?.replaceChildren(...warnings.map((text) => make("li", {}, text)));
  }
}

customElements.define("l-preview", Preview);
