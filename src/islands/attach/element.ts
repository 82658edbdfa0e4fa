import { uploadedEvent } from "../events.ts";
import { settings } from "../settings.ts";
import type { StoredFile } from "../upload/transfer.ts";

/** Adds each uploaded file to a list of the server, and shows the list as the server does. */
class Attach extends HTMLElement {
  #isStarted = false;
  /** One after the other, in the order of the uploads. */
  #queue: Promise<void> = Promise.resolve();

  connectedCallback(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.addEventListener(uploadedEvent, (event) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Sent by `l-upload`.
      const { id } = (event as CustomEvent<StoredFile>).detail;
      this.#queue = this.#queue.then(async () => this.#add(id));
    });
  }

  async #add(id: string): Promise<void> {
    const { failed } = settings().texts.upload;
    try {
      const body = new URLSearchParams({ csrf: settings().csrf, act: "add", file_id: id });
      const headers = { accept: "application/json" };
      const answer = await fetch(this.dataset["address"] ?? "", { method: "POST", body, headers });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `lectures/files.ts` of the server.
      const { detail } = (await answer.json()) as { detail?: string };
      this.#say(answer.ok ? "" : (detail ?? failed));
      if (answer.ok) await this.#showList();
    } catch {
      this.#say(failed);
    }
  }

  async #showList(): Promise<void> {
    const page = await (await fetch(location.pathname)).text();
    const list = new DOMParser().parseFromString(page, "text/html").querySelector("l-attach [data-list]");
    if (list) this.querySelector("[data-list]")?.replaceWith(list);
  }

  #say(text: string): void {
    const status = this.querySelector("[data-status]");
    if (status) status.textContent = text;
  }
}

customElements.define("l-attach", Attach);
