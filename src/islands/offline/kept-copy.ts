import { forget, keep, readKept } from "../student/kept.ts";
import { addWaiting, listWaiting, openPresent } from "./kept-store.ts";
import { newNoteId } from "./note-id.ts";
import { settingsOf } from "./settings.ts";
import type { Waiting } from "./wire.ts";

/** Around the copy of a lecture: shows what waits to be sent, and keeps a note while it is written. */
class KeptCopy extends HTMLElement {
  readonly #settings = settingsOf(this);

  connectedCallback(): void {
    globalThis.addEventListener("online", () => this.#connected());
    void this.#start();
  }

  async #start(): Promise<void> {
    const present = await openPresent();
    if (!present) return;
    const waiting = await listWaiting(present.cache);
    this.#showDone(waiting.filter(({ lecture }) => lecture === location.pathname));
    this.#keepText(present.contents.keeper);
  }

  #connected(): void {
    this.#send();
    const status = document.querySelector("[data-connected]");
    if (status) status.textContent = this.#settings.texts.connected;
  }

  #showDone(waiting: readonly Waiting[]): void {
    const last = waiting.findLast(({ kind }) => kind !== "note");
    const form = this.querySelector<HTMLFormElement>("form.finish");
    if (last && form) {
      const { doneHere, undoneHere } = this.#settings.texts;
      const isDone = last.kind === "completed";
      const state = form.querySelector("[data-state]");
      if (state) {
        state.textContent = isDone ? doneHere : undoneHere;
        state.className = isDone ? "state" : "soft";
      }
      const value = form.elements.namedItem("done");
      if (value instanceof HTMLInputElement) value.value = isDone ? "no" : "yes";
      for (const button of form.querySelectorAll("button"))
        button.hidden = (button.dataset["to"] === "done") === isDone;
    }
    for (const each of waiting) if (each.kind === "note") this.#showNote(each.text);
  }

  /** Typed text outlives a closed page. It is forgotten when it waits to be sent. */
  #keepText(keeper: string): void {
    const area = this.querySelector("textarea");
    if (!area) return;
    const subject = `copy ${location.pathname}`;
    area.value ||= readKept(keeper, subject)?.groups["text"]?.["text"] ?? "";
    area.addEventListener("input", () =>
      keep(keeper, subject, { revision: "", groups: { text: { text: area.value } } }),
    );
    area.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      if (area.value.trim() !== "") void this.#keepNote(area.value).then(() => forget(keeper, subject));
    });
  }

  async #keepNote(text: string): Promise<void> {
    const present = await openPresent();
    if (!present) return;
    const at = new Date().toISOString();
    await addWaiting(present.cache, { kind: "note", id: newNoteId(), lecture: location.pathname, at, text });
    this.#send();
    const area = this.querySelector("textarea");
    if (area) area.value = "";
    this.#showNote(text);
    this.#say(this.#settings.texts.noteKept);
  }

  #showNote(text: string): void {
    const item = document.createElement("li");
    item.className = "note note-text";
    item.dir = "auto";
    item.textContent = text;
    this.querySelector("[data-notes]")?.append(item);
  }

  #say(text: string): void {
    const status = this.querySelector("[data-said]");
    if (status) status.textContent = text;
  }

  #send(): void {
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("contact"));
  }
}

customElements.define("l-kept-copy", KeptCopy);
