import { changedIn, groupsOf, isSame } from "./groups.ts";
import { type Groups, type Refusal, type Saved, sendDraft } from "./server-draft.ts";

/** Milliseconds after the last key until a draft is sent, and at most after the first. */
const pause = 800;
const maxWait = 3000;
/** Milliseconds between reports that the person is here, while the page is visible. */
const poll = 15_000;
const retryDelaysMs = [1000, 2000, 5000, 10_000, 20_000];

interface Autosaved {
  /** The server has saved what was sent: nothing, if the page only reported. */
  saved: (saved: Saved, sent: Groups) => void;
  sending: () => void;
  failed: (refusal: Refusal) => void;
  /** Another page of the same person has typed other text into these fields. */
  collided: (theirs: Groups) => void;
}

interface Options {
  form: HTMLFormElement;
  address: string;
  writer: string;
  revision: number;
  /** Fields that the server has not saved yet, although the page shows them. */
  unsaved: readonly string[];
  on: Autosaved;
}

/** Sends the input of a form to the server, one request after another. */
export class Autosave {
  readonly #options: Options;
  #saved: Groups;
  #revision: number;
  #timer = 0;
  #firstChange = 0;
  #attempt = 0;
  #isSending = false;
  #isPaused = false;

  constructor(options: Options) {
    this.#options = options;
    this.#revision = options.revision;
    this.#saved = groupsOf(options.form);
    for (const name of options.unsaved) delete this.#saved[name];
    if (options.unsaved.length > 0) this.changed();
    setInterval(() => this.#report(), poll);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") void this.flush(true);
      else this.#report();
    });
    window.addEventListener("online", () => void this.flush());
    this.#report();
  }

  get revision(): number {
    return this.#revision;
  }

  /** True if the server does not have everything that the form says. */
  isBehind(): boolean {
    return Object.keys(this.#changes()).length > 0;
  }

  /** The form has changed: sends it after a pause. */
  changed(): void {
    const now = Date.now();
    if (this.#firstChange === 0) this.#firstChange = now;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), Math.max(0, Math.min(pause, this.#firstChange + maxWait - now)));
  }

  /** Ends: the form is submitted. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** Continues after the person has chosen between two texts. */
  settle(): void {
    this.#isPaused = false;
    this.changed();
  }

  #changes(): Groups {
    return changedIn(groupsOf(this.#options.form), this.#saved);
  }

  /** Says that the person is here, without changes. */
  #report(): void {
    if (document.visibilityState === "visible" && !this.#isSending && this.#timer === 0) void this.#send({}, false);
  }

  async flush(isLast = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#isPaused || this.#isSending) return;
    const fields = this.#changes();
    this.#firstChange = 0;
    if (Object.keys(fields).length === 0) return;
    this.#options.on.sending();
    await this.#send(fields, isLast);
  }

  async #send(fields: Groups, isLast: boolean): Promise<void> {
    const { form, address, writer, on } = this.#options;
    const shown = form.querySelector<HTMLInputElement>('input[name="shown"]')?.value ?? "";
    this.#isSending = true;
    const saved = await sendDraft(address, { writer, revision: this.#revision, shown, fields }, isLast);
    this.#isSending = false;
    if (typeof saved === "string") return this.#fail(saved, fields);
    this.#attempt = 0;
    if (!saved.isSaved && !this.#merge(saved, fields)) return;
    this.#revision = saved.revision;
    if (saved.isSaved) Object.assign(this.#saved, fields);
    on.saved(saved, saved.isSaved ? fields : {});
    if (this.isBehind()) this.changed();
  }

  #fail(refusal: Refusal, fields: Groups): void {
    // A report that fails says nothing: the next change will.
    if (Object.keys(fields).length > 0 || refusal === "signedOut") this.#options.on.failed(refusal);
    if (refusal !== "unreachable" || Object.keys(fields).length === 0) return;
    const wait = retryDelaysMs[Math.min(this.#attempt++, retryDelaysMs.length - 1)] ?? 0;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  /** Returns false if another page has typed into the same fields: the person decides. */
  #merge({ fields: theirs = {}, revision }: Saved, mine: Groups): boolean {
    this.#revision = revision;
    const collisions = Object.entries(theirs).filter(
      ([name, group]) => name in mine && !isSame(group, this.#saved[name]) && !isSame(group, mine[name]),
    );
    if (collisions.length === 0) return true;
    this.#isPaused = true;
    this.#options.on.collided(Object.fromEntries(collisions));
    return false;
  }
}
