import { formatSize } from "../formats.ts";
import { make, makeButton } from "../make.ts";
import { fill, settings } from "../settings.ts";
import { Interrupted, type Purpose, Refused, type StoredFile, transfer } from "./transfer.ts";

/** Images up to this size have a preview: it is held in memory. */
const maxPreview = 12_000_000;
/** Milliseconds before an interrupted transfer continues by itself, at first and at most. */
const [firstPause, longestPause] = [1000, 30_000];

/** One file that is sent, with its progress. */
export class Entry {
  readonly element = make("li", { className: "transfer" });
  #file: File;
  #bar = make("progress", {});
  #status = make("p", { className: "hint", role: "status" });
  #acts = make("div", { className: "actions" });
  #running: AbortController | undefined;
  #resume: (() => void) | undefined;
  #pause = firstPause;

  constructor(file: File) {
    this.#file = file;
    this.#bar.max = Math.max(1, file.size);
    this.#bar.value = 0;
    this.#bar.setAttribute("aria-label", fill(settings().texts.upload.progressOf, { name: file.name }));
    const name = make("p", { className: "foreign" }, `${file.name} (${formatSize(file.size)})`);
    this.element.append(name, this.#bar, this.#status, this.#acts);
    this.#bar.hidden = true;
    void this.#preview();
  }

  /** Sends the file, across pauses and broken connections. Returns undefined if it is refused, and says why. */
  async send(purpose: Purpose): Promise<StoredFile | undefined> {
    const { sending, done, interrupted, paused } = settings().texts.upload;
    this.#bar.hidden = false;
    let isBroken = false;
    for (;;) {
      this.#running = new AbortController();
      this.#show(isBroken ? interrupted : sending, [[settings().texts.upload.pause, () => this.#running?.abort()]]);
      try {
        const stored = await transfer(this.#file, purpose, {
          signal: this.#running.signal,
          sent: (bytes) => this.#progress(bytes),
        });
        this.#bar.value = this.#bar.max;
        this.#show(done, []);
        return stored;
      } catch (error) {
        if (error instanceof Refused) {
          this.#bar.hidden = true;
          this.#status.className = "wrong";
          this.#show(error.message, []);
          return undefined;
        }
        isBroken = error instanceof Interrupted;
        this.#show(isBroken ? interrupted : paused, [[settings().texts.upload.resume, () => this.#resume?.()]]);
        await this.#untilResumed(isBroken);
      }
    }
  }

  #progress(bytes: number): void {
    if (bytes > this.#bar.value) {
      this.#pause = firstPause;
      this.#status.textContent = settings().texts.upload.sending;
    }
    this.#bar.value = bytes;
  }

  /** A broken connection is tried again by itself. */
  async #untilResumed(isBroken: boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      if (!isBroken) return;
      setTimeout(resolve, this.#pause);
      window.addEventListener("online", () => resolve(), { once: true });
    });
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }

  #show(text: string, acts: readonly (readonly [label: string, act: () => void])[]): void {
    const hadFocus = this.#acts.contains(document.activeElement);
    this.#status.textContent = text;
    this.#acts.replaceChildren(...acts.map(([label, act]) => makeButton(label, "plain", act)));
    this.#acts.hidden = acts.length === 0;
    if (hadFocus) this.#acts.querySelector("button")?.focus();
  }

  /** As a data URL, which the policy of the page allows for images. */
  async #preview(): Promise<void> {
    if (!this.#file.type.startsWith("image/") || this.#file.size > maxPreview) return;
    const image = make("img", { className: "preview" });
    image.alt = "";
    const reader = new FileReader();
    await new Promise((resolve) => {
      reader.addEventListener("loadend", resolve);
      reader.readAsDataURL(this.#file);
    });
    if (typeof reader.result !== "string") return;
    image.src = reader.result;
    this.element.prepend(image);
  }
}
