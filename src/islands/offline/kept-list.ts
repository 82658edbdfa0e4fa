import { removeCourse } from "./copy-course.ts";
import { alone, listWaiting, openPresent, type StoredCourse, wipe } from "./kept-store.ts";
import { formatSize } from "../formats.ts";
import { canKeep, fill, settingsOf } from "./settings.ts";

/** Lists the courses that this device keeps. Hidden where the page has a connection and nothing is kept. */
class KeptList extends HTMLElement {
  readonly #settings = settingsOf(this);

  connectedCallback(): void {
    if (canKeep()) void this.#start();
  }

  async #start(): Promise<void> {
    const { keeper } = this.#settings;
    if (keeper !== "") await wipe(keeper);
    await this.#show();
  }

  async #show(): Promise<void> {
    const present = await openPresent();
    const courses = present?.contents.courses ?? [];
    this.hidden = courses.length === 0 && this.dataset["always"] === undefined;
    this.querySelector("ul")?.replaceChildren(...courses.map((course) => this.#row(course)));
    const none = this.querySelector<HTMLElement>("[data-none]");
    if (none) none.hidden = courses.length > 0;
    const waiting = present ? await listWaiting(present.cache) : [];
    const status = this.querySelector("[role=status]");
    if (status) {
      status.textContent =
        waiting.length === 0 ? "" : fill(this.#settings.texts.waiting, { count: String(waiting.length) });
    }
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
