import { copyCourse, maxBytes, removeCourse } from "./copy-course.ts";
import { alone, openPresent, type StoredCourse } from "./kept-store.ts";
import { formatSize, formatTime } from "../formats.ts";
import { removeOthers } from "./remove-others.ts";
import { canKeep, fill, settingsOf } from "./settings.ts";
import type { KeptCourseList } from "./wire.ts";

/** Keeps a course on this device when the person asks for it, and says how much it takes. */
class KeepCourse extends HTMLElement {
  readonly #settings = settingsOf(this);
  #isBusy = false;

  connectedCallback(): void {
    if (!canKeep()) return;
    for (const act of ["keep", "remove"] as const) {
      this.#button(act)?.addEventListener("click", () => void this.#do(act));
    }
    void this.#start();
  }

  async #start(): Promise<void> {
    // The server names the person of this page: copies of anyone else end here.
    await removeOthers(this.#settings.keeper);
    await this.#show();
    this.hidden = false;
  }

  async #do(act: "keep" | "remove"): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.toggleAttribute("aria-busy", true);
    try {
      if (act === "keep") await this.#keep();
      else await this.#remove();
      await this.#show();
      if (act === "remove") this.#say(this.#settings.texts.removed);
    } catch {
      await this.#show();
      this.#say(this.#settings.texts.failed);
    } finally {
      this.toggleAttribute("aria-busy", false);
      this.#isBusy = false;
    }
  }

  async #keep(): Promise<void> {
    await navigator.serviceWorker.register("/learn/offline-worker.js", { scope: "/" });
    const response = await fetch(this.dataset["list"] ?? "", { cache: "no-store", redirect: "error" });
    if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the server with the same type.
    const list = (await response.json()) as KeptCourseList;
    const { keeping } = this.#settings.texts;
    await alone(() =>
      copyCourse(list, (done, total) => this.#say(fill(keeping, { done: String(done), total: String(total) }))),
    );
  }

  async #remove(): Promise<void> {
    await alone(async () => {
      const present = await openPresent();
      if (present) await removeCourse(present.cache, present.contents, this.dataset["slug"] ?? "");
    });
  }

  async #show(): Promise<void> {
    const present = await openPresent();
    const course = present?.contents.courses.find(({ slug }) => slug === this.dataset["slug"]);
    const [keep, remove] = [this.#button("keep"), this.#button("remove")];
    if (keep) keep.hidden = course !== undefined;
    if (remove) remove.hidden = course === undefined;
    this.#say(course && present ? this.#described(course, present.contents.contactAt) : "");
  }

  #described({ bytes, lectures, isPartial }: StoredCourse, contactAt: number): string {
    const { locale, texts } = this.#settings;
    const kept = fill(texts.kept, { size: formatSize(bytes, locale), count: String(lectures.length - 1) });
    const checked = fill(texts.checked, { time: formatTime(contactAt, locale) });
    const partial = isPartial ? ` ${fill(texts.partial, { size: formatSize(maxBytes, locale) })}` : "";
    return `${kept} ${checked}${partial}`;
  }

  #say(text: string): void {
    const status = this.querySelector("[role=status]");
    if (status) status.textContent = text;
  }

  #button(act: string): HTMLButtonElement | null {
    return this.querySelector<HTMLButtonElement>(`[data-act="${act}"]`);
  }
}

customElements.define("l-keep-course", KeepCourse);
