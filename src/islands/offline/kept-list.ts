import { removeCourse } from "./copy-course.ts";
import { formatSize } from "../formats.ts";
import { onContact, requestContact } from "./contacts.ts";
import { alone, openPresent, type StoredCourse } from "./kept-store.ts";
import { removeOthers } from "./remove-others.ts";
import { canKeep, fill, settingsOf } from "./settings.ts";
import { rememberWaiting } from "./waiting-cookie.ts";
import { listWaiting } from "./waiting-store.ts";

/** Lists the courses that this device keeps. Hidden where the page has a connection and nothing is kept. */
class KeptList extends HTMLElement {
  readonly #settings = settingsOf(this);

  connectedCallback(): void {
    if (canKeep()) void this.#start();
  }

  async #start(): Promise<void> {
    const { keeper } = this.#settings;
    if (keeper !== "") await removeOthers(keeper);
    // The page after sign-in is not requested by the worker.
    if ((await this.#show()) > 0) void requestContact();
    onContact(() => void this.#show());
  }

  /** Returns how much waits to be sent. */
  async #show(): Promise<number> {
    const present = await openPresent();
    const courses = present?.contents.courses ?? [];
    const keeper = this.#settings.keeper || present?.contents.keeper;
    const all = keeper === undefined ? [] : await listWaiting(keeper);
    const waiting = all.filter(({ isRefused }) => isRefused === undefined);
    await rememberWaiting();
    this.hidden = courses.length + waiting.length === 0 && this.dataset["always"] === undefined;
    this.querySelector("ul")?.replaceChildren(...courses.map((course) => this.#row(course)));
    const none = this.querySelector<HTMLElement>("[data-none]");
    if (none) none.hidden = courses.length > 0;
    const status = this.querySelector("[role=status]");
    if (status) {
      status.textContent =
        waiting.length === 0 ? "" : fill(this.#settings.texts.waiting, { count: String(waiting.length) });
    }
    return waiting.length;
  }

  #row({ slug, name, address, bytes, lectures }: StoredCourse): HTMLLIElement {
    const { locale, texts } = this.#settings;
    const row = document.createElement("li");
    const link = document.createElement("a");
    link.href = address;
    link.dir = "auto";
    link.textContent = name;
    const size = document.createElement("span");
    size.className = "soft";
    size.textContent = fill(texts.sizeOf, { size: formatSize(bytes, locale), count: String(lectures.length - 1) });
    const remove = document.createElement("button");
    remove.type = "button";
    remove.className = "button plain";
    remove.textContent = texts.remove;
    remove.setAttribute("aria-label", fill(texts.removeOf, { course: name }));
    remove.addEventListener("click", () => void this.#remove(slug));
    row.append(link, " ", size, " ", remove);
    return row;
  }

  async #remove(slug: string): Promise<void> {
    await alone(async () => {
      const present = await openPresent();
      if (present) await removeCourse(present.cache, present.contents, slug);
    });
    await this.#show();
    this.querySelector<HTMLElement>("h2")?.focus();
  }
}

customElements.define("l-kept-list", KeptList);
