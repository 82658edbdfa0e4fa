import { make } from "../make.ts";
import { settings } from "../settings.ts";
import { dragParts } from "./drag-parts.ts";
import { keysOf, stepBy } from "./keys.ts";
import { idOf, isSection, listOf, partOf, partSelector, placeOf, type Place, put, rowOf, sectionOf } from "./parts.ts";
import { renameInPlace } from "./rename.ts";
import { Selection } from "./selection.ts";
import { showCounts } from "./counts.ts";
import type { ChangedRow } from "./outline-answer.ts";
import { readOutline, type Reply, sendAct } from "./server.ts";
import { marksOf, renewParts, renewRow } from "./renew.ts";
import { StateLine } from "./state.ts";

interface How {
  form?: HTMLFormElement;
  button?: HTMLButtonElement | undefined;
  /** Takes back what the page shows already. */
  takeBack?: () => void;
}

/**
 * The outline of a course: adds, renames, moves, publishes and deletes in place. Each act is the form of the page
 * without scripts, sent in order; a refused one is taken back.
 */
class Outline extends HTMLElement {
  #address = "";
  #version = 0;
  #selection: Selection | undefined;
  readonly #state = new StateLine();
  /** Acts run one after another. */
  #queue: Promise<void> = Promise.resolve();
  /** Acts without an answer. */
  #waiting = 0;

  connectedCallback(): void {
    if (this.#selection || !this.querySelector("form")) return;
    this.#address = this.dataset["address"] ?? "";
    this.#version = Number(this.dataset["version"]);
    this.prepend(this.#state.element);
    this.#equip(this);
    this.#selection = new Selection(this);
    dragParts(this, (part, from) => this.#moved(part, from));
    keysOf(this, (part, from) => this.#moved(part, from));
    this.addEventListener("submit", (event) => this.#submitted(event));
    this.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[data-rename]") : null;
      const part = link ? partOf(link) : undefined;
      if (!part || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      renameInPlace(part, (title, was) => this.#act({ act: "rename", part: idOf(part), title, was }));
    });
  }

  /** A handle for each row. */
  #equip(root: ParentNode): void {
    const parts = root instanceof HTMLElement && root.matches(partSelector) ? [root] : [];
    for (const part of [...parts, ...root.querySelectorAll<HTMLElement>(partSelector)]) {
      const head = isSection(part) ? part.querySelector(".head-of-part") : part;
      const grip = make("span", { className: "grip-of-part", "aria-hidden": "true" }, "⠿");
      grip.title = settings().texts.outline.handle;
      head?.prepend(grip);
    }
  }

  /** Buttons of rows and of the bar, and the fields for new parts. */
  #submitted(event: SubmitEvent): void {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement)) return;
    const button = submitter instanceof HTMLButtonElement ? submitter : undefined;
    const fields: Record<string, string> = {};
    for (const [name, value] of new FormData(form, button)) {
      if (typeof value === "string" && !["csrf", "key", "shown"].includes(name)) fields[name] = value;
    }
    event.preventDefault();
    if (button?.name === "up" || button?.name === "down") {
      this.#step(button);
      return;
    }
    this.#act(fields, { form, button });
  }

  /** A button moves its row before the server answers, and keeps the focus. */
  #step(button: HTMLButtonElement): void {
    const part = partOf(button);
    if (!part) return;
    const from = placeOf(part);
    stepBy(part, button.name === "up" ? -1 : 1);
    button.focus();
    if (from) this.#moved(part, from);
  }

  /** Stores the place of a part that has moved on the page. */
  #moved(part: HTMLElement, from: Place): void {
    const next = part.nextElementSibling;
    if (listOf(part) === from.list && next === from.before) return;
    this.#act(
      {
        act: "place",
        part: idOf(part),
        before: next instanceof HTMLElement ? idOf(next) : "",
        ...(!isSection(part) && { section: sectionOf(part), from: from.list.dataset["lectures"] ?? "" }),
      },
      { takeBack: () => put(part, from) },
    );
  }

  #act(fields: Readonly<Record<string, string>>, how: How = {}): void {
    this.#waiting++;
    this.#queue = this.#next(this.#queue, fields, how);
  }

  async #next(before: Promise<void>, fields: Readonly<Record<string, string>>, { form, button, takeBack }: How) {
    await before;
    this.#state.wait();
    const { status, answer } = await sendAct(this.#address, { ...fields, seen: String(this.#version) });
    this.#waiting--;
    // The page asks: the same form, without this script.
    if (answer.asks && form) submitPlainly(form, button);
    else if (status === 200) await this.#done(fields, answer, form);
    else await this.#refused(status, answer, takeBack);
  }

  async #done(fields: Readonly<Record<string, string>>, answer: Reply["answer"], form?: HTMLFormElement) {
    const { message = "", undo = "", failures = [], rows = [], part = "", version = this.#version, counts } = answer;
    const isDeletion = fields["act"] === "delete" || fields["delete-section"] !== undefined;
    const kept = new Set(rows.map(({ id }) => id));
    const ids = Object.keys(fields).flatMap((name) => (isDeletion && name.startsWith("row.") ? name.slice(4) : []));
    if (answer.isStale) {
      // The answer to the last act has everything.
      if (this.#waiting === 0) await this.#readAgain();
    } else {
      for (const row of rows) this.#show(row);
      if (fields["delete-section"] !== undefined) this.#part(fields["delete-section"])?.remove();
      else for (const id of ids) if (!kept.has(id)) this.#part(id)?.remove();
      this.#version = version;
      if (counts) showCounts(this, counts);
    }
    if (form?.classList.contains("add-part")) this.#added(form);
    else if (fields["act"] !== "rename" && fields["act"] !== "place") this.#selection?.clear();
    if (failures.length > 0) this.#state.fail([...failures]);
    else this.#state.say(message, undo === "" ? undefined : () => this.#act({ act: "undo", undo }));
    if (fields["act"] === "rename") this.#part(part)?.querySelector<HTMLElement>("a[data-rename]")?.focus();
    if (isDeletion) this.#state.element.querySelector("button")?.focus();
  }

  /** The next part is added in the same field. */
  #added(form: HTMLFormElement): void {
    const field = form.querySelector<HTMLInputElement>('input[name="title"]');
    if (!field) return;
    field.value = "";
    field.focus();
  }

  async #refused(status: number, { detail = "", isStale = false }: Reply["answer"], takeBack?: () => void) {
    takeBack?.();
    const { unreachable, signedOut } = settings().texts.outline;
    this.#state.fail([status === 0 ? unreachable : status === 403 ? signedOut : detail]);
    if (isStale || status === 409) await this.#readAgain();
  }

  #part = (id: string): HTMLElement | undefined =>
    this.querySelector<HTMLElement>(`[data-part="${CSS.escape(id)}"]`) ?? undefined;

  /** Shows a row as the server has rendered it, in its place. */
  #show({ id, section, before, html }: ChangedRow): void {
    const made = rowOf(html);
    if (!made) return;
    this.#equip(made);
    const existing = this.#part(id);
    const row = existing ? this.#renew(existing, made) : made;
    const list = isSection(row)
      ? this.querySelector<HTMLElement>(".sections-of-outline")
      : this.querySelector<HTMLElement>(`[data-lectures="${CSS.escape(section)}"]`);
    // The answer to an earlier step would take a row back that a person has moved on.
    if (existing && this.#waiting > 0) return;
    const next = before === "" ? null : (this.#part(before) ?? null);
    if (!list || (row.parentElement === list && row.nextElementSibling === next)) return;
    const focused = row.contains(document.activeElement) ? document.activeElement : null;
    put(row, { list, before: next });
    if (focused instanceof HTMLElement) focused.focus();
    else if (!existing) row.scrollIntoView({ block: "nearest" });
  }

  /** Replaces a row, and keeps the focus in it. */
  #renew(existing: HTMLElement, made: HTMLElement): HTMLElement {
    const focused = existing.contains(document.activeElement) ? document.activeElement : undefined;
    const name = focused?.getAttribute("name");
    const row = renewRow(existing, made);
    if (focused && !row.contains(document.activeElement)) {
      row.querySelector<HTMLElement>(name ? `[name="${name}"]` : "a")?.focus();
    }
    return row;
  }

  /** Other people have changed the outline: shows it as it is now, and keeps typed text and the focus. */
  async #readAgain(): Promise<void> {
    const list = this.querySelector<HTMLElement>(".sections-of-outline");
    const read = list && (await readOutline(this.#address, marksOf(list)));
    if (!read) return;
    const focused = document.activeElement;
    const part = focused && list.contains(focused) ? idOf(partOf(focused) ?? this) : undefined;
    const selected = new Set(this.#selection?.ids);
    await renewParts(list, read, (html) => {
      const made = rowOf(html);
      if (!made) return undefined;
      this.#equip(made);
      const box = made.querySelector<HTMLInputElement>(":scope > .tick > input");
      if (box) box.checked = selected.has(idOf(made));
      return made;
    });
    this.#version = read.version;
    this.#selection?.reset();
    showCounts(this, read.counts);
    if (part !== undefined && document.activeElement !== focused) {
      this.#part(part)?.querySelector<HTMLElement>("a")?.focus();
    }
  }
}

/** Submits a form as browsers do without this script. */
function submitPlainly(form: HTMLFormElement, button: HTMLButtonElement | undefined): void {
  const name = button?.name ?? "";
  if (button && name !== "") {
    const field = make("input", { type: "hidden" });
    field.name = name;
    field.value = button.value;
    form.append(field);
  }
  form.submit();
}

customElements.define("l-outline", Outline);
