import { changedIn, groupsOf, isSame } from "./groups.ts";
import type { Groups, SavedOnServer } from "./saved-on-server.ts";
import { type Refusal, send } from "./send.ts";

/** Milliseconds after the last change until it is sent, and at most after the first. */
const pause = 700;
const maxWait = 3000;
const retryDelaysMs = [1000, 2000, 5000, 10_000, 20_000];

interface Options {
  form: HTMLFormElement;
  address: string;
  writer: string;
  revision: string;
  /** The values on the server. */
  saved: Groups;
  sending: () => void;
  /** The server has these files. */
  listed: (files: NonNullable<SavedOnServer["files"]>) => void;
  /** The server has what was sent. */
  acknowledged: (saved: SavedOnServer) => void;
  failed: (refusal: Refusal) => void;
  /** Another device has saved these groups, which have not changed here. */
  merged: (theirs: Groups) => void;
  /** Another device has saved other values for these groups. */
  collided: (theirs: Groups) => void;
}

/** Sends the changed fields of a form to the server, one request after another. */
export class Autosave {
  readonly #options: Options;
  #saved: Groups;
  #revision: string;
  #timer = 0;
  #firstChange = 0;
  #attempt = 0;
  #sending: Promise<void> | undefined;
  #isPaused = false;
  /** The last answer of the server. */
  #latest: SavedOnServer | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#revision = options.revision;
    this.#saved = options.saved;
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") void this.flush(true);
    });
    window.addEventListener("pagehide", () => void this.flush(true));
    window.addEventListener("online", () => void this.flush());
  }

  get revision(): string {
    return this.#revision;
  }

  /** Returns the values that the server does not have yet. */
  behind(): Groups {
    return changedIn(groupsOf(this.#options.form), this.#saved);
  }

  isBehind(): boolean {
    return Object.keys(this.behind()).length > 0;
  }

  /** The form has changed: sends it after a pause. */
  changed(): void {
    const now = Date.now();
    if (this.#firstChange === 0) this.#firstChange = now;
    this.#wait(Math.max(0, Math.min(pause, this.#firstChange + maxWait - now)));
  }

  /** Continues after the student has chosen between two values. */
  settle(): void {
    this.#isPaused = false;
    this.#goOn();
  }

  /** Sends the remaining changes. If nothing is, the form has what the server has, and continues its revision. */
  #goOn(): void {
    if (this.isBehind() || !this.#latest) this.changed();
    else this.#options.acknowledged(this.#latest);
  }

  /** Sends everything now, and resolves when the server has answered. */
  async flush(isLast = false): Promise<void> {
    clearTimeout(this.#timer);
    // A request that is under way carries older values.
    if (this.#sending && !isLast) {
      await this.#sending;
      return this.flush();
    }
    if (this.#isPaused || !this.isBehind()) return;
    this.#firstChange = 0;
    this.#options.sending();
    const sending = this.#send(this.behind(), isLast);
    this.#sending = sending;
    await sending;
    if (this.#sending === sending) this.#sending = undefined;
    if (this.#attempt === 0 && this.isBehind() && !this.#isPaused) this.changed();
  }

  /** True while the student chooses between two values. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Sends the form together with files. Other saves wait for it: they would name the files that they know. */
  async sendForm(bodyOf: () => FormData): Promise<SavedOnServer | Refusal> {
    if (this.#sending) {
      await this.#sending;
      return this.sendForm(bodyOf);
    }
    clearTimeout(this.#timer);
    const sending = this.#sendFiles(bodyOf());
    this.#sending = sending.then(() => undefined);
    const done = this.#sending;
    const saved = await sending;
    if (this.#sending === done) this.#sending = undefined;
    if (this.isBehind() && !this.#isPaused) this.changed();
    return saved;
  }

  async #sendFiles(body: FormData): Promise<SavedOnServer | Refusal> {
    const groups = groupsOf(this.#options.form);
    body.set("revision", this.#revision);
    body.set("writer", this.#options.writer);
    const saved = await send(this.#options.address, body);
    if (typeof saved !== "string") this.#take(saved, groups);
    return saved;
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  async #send(groups: Groups, isLast: boolean): Promise<void> {
    const saved = await send(this.#options.address, this.#bodyOf(groups), isLast);
    if (typeof saved === "string") this.#fail(saved);
    else this.#take(saved, groups);
  }

  #take(saved: SavedOnServer, groups: Groups): void {
    this.#attempt = 0;
    this.#revision = saved.revision;
    this.#latest = saved;
    if (saved.isSaved) Object.assign(this.#saved, groups);
    // Files of another device, too: the next save would delete those without a box.
    if (saved.files) this.#list(saved.files);
    if (saved.isSaved) {
      this.#options.acknowledged(saved);
    } else {
      this.#merge(saved.groups ?? {});
    }
  }

  /** Shows the files that the server has. Their boxes are no change. */
  #list(files: NonNullable<SavedOnServer["files"]>): void {
    const before = groupsOf(this.#options.form)["keep"] ?? {};
    this.#options.listed(files);
    const now = groupsOf(this.#options.form)["keep"] ?? {};
    const added = Object.entries(now).filter(([name]) => before[name] === undefined);
    const left = Object.entries(this.#saved["keep"] ?? {}).filter(([name]) => now[name] !== undefined);
    this.#saved["keep"] = Object.fromEntries([...left, ...added]);
  }

  #fail(refusal: Refusal): void {
    this.#options.failed(refusal);
    if (refusal !== "unreachable") {
      this.#isPaused = refusal !== "refused";
      return;
    }
    this.#wait(retryDelaysMs[Math.min(this.#attempt++, retryDelaysMs.length - 1)] ?? 0);
  }

  /** Takes over what another device has saved, as far as it has not changed here. */
  #merge(theirs: Groups): void {
    const now = groupsOf(this.#options.form);
    const taken: Groups = {};
    const collided: Groups = {};
    for (const [name, group] of Object.entries(theirs)) {
      if (isSame(group, now[name])) this.#saved[name] = group;
      else if (isSame(now[name], this.#saved[name])) taken[name] = group;
      else if (!isSame(group, this.#saved[name])) collided[name] = group;
    }
    Object.assign(this.#saved, taken, collided);
    if (Object.keys(taken).length > 0) this.#options.merged(taken);
    if (Object.keys(collided).length > 0) {
      this.#isPaused = true;
      this.#options.collided(collided);
    } else {
      this.#goOn();
    }
  }

  /** The fields of changed questions, or all of the work. */
  #bodyOf(groups: Groups): URLSearchParams {
    const { form, writer } = this.#options;
    const body = new URLSearchParams();
    const isQuiz = form.elements.namedItem("attempt") !== null;
    const sent = isQuiz ? groups : groupsOf(form);
    for (const name of ["csrf", "attempt", "note"]) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) body.set(name, field.value);
    }
    body.set("writer", writer);
    body.set("revision", this.#revision);
    body.set("changed", Object.keys(groups).join(" "));
    for (const group of Object.values(sent)) for (const [name, value] of Object.entries(group)) body.set(name, value);
    return body;
  }
}
