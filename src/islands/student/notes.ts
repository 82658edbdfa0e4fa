import { make } from "../make.ts";
import { clock } from "../clock.ts";
import { forget } from "./kept.ts";

/** Notes below a lecture: adds and deletes them without a reload, and knows the position of the player. */
class LectureNotes extends HTMLElement {
  connectedCallback(): void {
    for (const now of this.querySelectorAll<HTMLButtonElement>("[data-now]")) {
      now.hidden = !media();
      now.addEventListener("click", () => {
        if (setPosition(now.form)) now.form?.dispatchEvent(new Event("input"));
      });
    }
    this.addEventListener("input", (event) => this.#typed(event));
    this.addEventListener("click", (event) => this.#jump(event));
    this.addEventListener("submit", (event) => void this.#submit(event));
    for (const details of this.querySelectorAll("details")) {
      details.addEventListener("toggle", () => this.#showText(details));
    }
  }

  /** A new note belongs to the position at which it was begun. */
  #typed({ target }: Event): void {
    if (!(target instanceof HTMLTextAreaElement) || !target.closest("l-notes > form")) return;
    const at = target.form?.elements.namedItem("at");
    if (at instanceof HTMLInputElement && at.value === "" && (media()?.currentTime ?? 0) >= 1) setPosition(target.form);
  }

  #jump(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-at]") : null;
    const player = media();
    if (!link || !player || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    player.currentTime = Number(link.dataset["at"]);
    player.scrollIntoView({ block: "nearest" });
    void player.play().catch(() => {});
  }

  /** The text above the form shows what was saved meanwhile. */
  #showText(details: HTMLDetailsElement): void {
    const shown = details.parentElement?.querySelector(".note-text");
    const area = details.querySelector("textarea");
    if (!details.open && shown && area) shown.textContent = area.value;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    const form = event.target;
    // `l-work` saves first, and submits again.
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
    event.preventDefault();
    const act = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
    if (act === "bookmark") setPosition(form);
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.set(name, value);
    body.set("act", act);
    body.set("part", "notes");
    const section = await send(form.action, body);
    if (section === undefined) {
      // The page of the response explains the problem.
      form.append(make("input", { type: "hidden", name: "act", value: act }));
      form.submit();
      return;
    }
    const { address = "", keeper = "", subject = "" } = form.querySelector<HTMLElement>("l-work")?.dataset ?? {};
    forget(keeper, `${address} ${subject}`);
    this.#replace(section, act);
  }

  #replace(section: Element, act: string): void {
    const own = this.closest("section");
    if (!own) return;
    const fresh = document.importNode(section, true);
    own.replaceWith(fresh);
    const isAdded = act === "" || act === "bookmark";
    const target = fresh.querySelector<HTMLElement>(isAdded ? "l-notes > form textarea" : "h2");
    target?.focus({ preventScroll: true });
  }
}

const media = (): HTMLMediaElement | null => document.querySelector<HTMLMediaElement>("video, audio");

/** Enters the position of the player. Returns false on a page without one. */
function setPosition(form: HTMLFormElement | null): boolean {
  const at = form?.elements.namedItem("at");
  const player = media();
  if (!(at instanceof HTMLInputElement) || !player) return false;
  at.value = clock(player.currentTime);
  return true;
}

/** Returns the section with the notes, or undefined if the server has not accepted the form. */
async function send(address: string, body: URLSearchParams): Promise<Element | undefined> {
  try {
    const response = await fetch(address, { method: "POST", redirect: "manual", body });
    if (!response.ok) return undefined;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.getElementById("notes") ?? undefined;
  } catch {
    return undefined;
  }
}

customElements.define("l-notes", LectureNotes);
