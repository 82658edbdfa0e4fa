import { forget, keep, readKept } from "../student/kept.ts";
import { requestContact } from "./contacts.ts";
import { openPresent } from "./kept-store.ts";
import { newNoteId } from "./note-id.ts";
import { settingsOf } from "./settings.ts";
import { rememberWaiting } from "./waiting-cookie.ts";
import { addWaiting, listWaiting } from "./waiting-store.ts";
import type { Waiting } from "./wire.ts";

/** Around the copy of a lecture: keeps what is done here until it is sent, and a note while it is written. */
class KeptCopy extends HTMLElement {
  readonly #settings = settingsOf(this);
  /** The person who opened this page. */
  #keeper: string | undefined;

  connectedCallback(): void {
    globalThis.addEventListener("online", () => this.#connected());
    // Has no form token: the worker gets one when it sends.
    for (const form of this.querySelectorAll("form")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        void (form.matches(".finish") ? this.#mark(form) : this.#keepNote(form));
      });
    }
    void this.#start();
  }

  async #start(): Promise<void> {
    const present = await openPresent();
    if (!present) return;
    const { keeper } = present.contents;
    this.#keeper = keeper;
    this.#keepText(keeper);
    const waiting = await listWaiting(keeper);
    this.#show(waiting.filter(({ lecture, isRefused }) => lecture === location.pathname && isRefused === undefined));
  }

  #connected(): void {
    void requestContact();
    const status = document.querySelector("[data-connected]");
    if (status) status.textContent = this.#settings.texts.connected;
  }

  #show(waiting: readonly Waiting[]): void {
    const last = waiting.findLast(({ kind }) => kind !== "note");
    if (last) this.#showDone(last.kind === "completed");
    for (const each of waiting) if (each.kind === "note") this.#showNote(each.text);
  }

  #showDone(isDone: boolean): void {
    const form = this.querySelector<HTMLFormElement>("form.finish");
    if (!form) return;
    const { doneHere, undoneHere } = this.#settings.texts;
    const state = form.querySelector("[data-state]");
    if (state) {
      state.textContent = isDone ? doneHere : undoneHere;
      state.className = isDone ? "state" : "soft";
    }
    const value = form.elements.namedItem("done");
    if (value instanceof HTMLInputElement) value.value = isDone ? "no" : "yes";
    for (const button of form.querySelectorAll("button")) button.hidden = (button.dataset["to"] === "done") === isDone;
  }

  /** Typed text outlives a closed page. It is forgotten when it waits to be sent. */
  #keepText(keeper: string): void {
    const area = this.querySelector("textarea");
    if (!area) return;
    const keepHere = () => keep(keeper, subjectHere(), { revision: "", groups: { text: { text: area.value } } });
    area.addEventListener("input", keepHere);
    // The person may have typed before the keeper was known.
    if (area.value === "") area.value = readKept(keeper, subjectHere())?.groups["text"]?.["text"] ?? "";
    else keepHere();
  }

  async #mark(form: HTMLFormElement): Promise<void> {
    const isDone = new FormData(form).get("done") !== "no";
    const kind = isDone ? "completed" : "uncompleted";
    const keeper = await this.#add({ ...this.#here(), kind, id: crypto.randomUUID() });
    if (keeper !== undefined) this.#showDone(isDone);
  }

  async #keepNote(form: HTMLFormElement): Promise<void> {
    const area = form.querySelector("textarea");
    const text = area?.value ?? "";
    if (!area || text.trim() === "") return;
    const keeper = await this.#add({ ...this.#here(), kind: "note", id: newNoteId(), text });
    if (keeper === undefined) return;
    forget(keeper, subjectHere());
    area.value = "";
    this.#showNote(text);
    this.#say(this.#settings.texts.noteKept);
  }

  #here(): Pick<Waiting, "lecture" | "title" | "at"> {
    const title = this.querySelector("h1")?.textContent.trim() ?? "";
    return { lecture: location.pathname, title, at: new Date().toISOString() };
  }

  /** Returns whom it waits for. Undefined if the person of this page has left the browser. */
  async #add(waiting: Waiting): Promise<string | undefined> {
    const present = await openPresent();
    if (!present || present.contents.keeper !== (this.#keeper ?? present.contents.keeper)) {
      this.#say(this.#settings.texts.signedOut);
      return undefined;
    }
    const { keeper } = present.contents;
    await addWaiting(keeper, waiting);
    await rememberWaiting();
    void requestContact();
    return keeper;
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
}

const subjectHere = (): string => `copy ${location.pathname}`;

customElements.define("l-kept-copy", KeptCopy);
