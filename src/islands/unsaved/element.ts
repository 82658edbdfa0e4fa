import { restoredEvent, restoringEvent, savedEvent } from "../events.ts";
import { formatAge } from "../formats.ts";
import { make, makeButton } from "../make.ts";
import { fill, settings } from "../settings.ts";
import { Autosave } from "./autosave.ts";
import { AutosaveView, valuesIn } from "./autosave-view.ts";
import { type Draft, readDraft, removeDraft, writeDraft } from "./drafts.ts";
import { currentValues, keptControls, originalValues, writeValue } from "./fields.ts";
import { groupOf } from "./groups.ts";
import type { Groups } from "./server-draft.ts";

/** For text that is typed beside an earlier draft, which is still offered. */
const besideSuffix = " +";

/**
 * Warns before a person leaves a form with unsaved changes, and keeps what is typed in this browser until it is saved. If
 * the server keeps drafts of the form (`data-server`), the browser keeps only what the server does not have yet, and fills
 * it in again by itself.
 */
class UnsavedForm extends HTMLElement {
  #form: HTMLFormElement | null = null;
  #address = "";
  #id = "";
  /** Changes that an earlier page of this form has had. */
  #earlier: Readonly<Record<string, string>> = {};
  #offered: Draft | undefined;
  #isSubmitting = false;
  #isForgotten = false;
  #note = make("p", { className: "soft unsaved-note", role: "status" });
  #autosave: Autosave | undefined;
  #view: AutosaveView | undefined;
  /** Values that the server has saved, which differ from those that the page came with. */
  #saved = new Map<string, string>();
  #isKept = true;

  connectedCallback(): void {
    const form = this.closest("form");
    if (!form || this.#form) return;
    this.#form = form;
    this.#address = form.getAttribute("action") ?? location.pathname;
    // Beside the button that saves.
    (form.querySelector(":scope > .foot-of-form") ?? form).append(this.#note);
    this.#saveAtServer(form);
    this.#continue();
    form.addEventListener("input", () => this.#keep());
    form.addEventListener("change", () => this.#keep());
    form.addEventListener("submit", () => this.#submit(form));
    form.addEventListener(savedEvent, () => this.#forget());
    window.addEventListener("beforeunload", (event) => {
      const isLost = this.#autosave ? !this.#isKept && this.#autosave.isBehind() : this.#isChanged();
      if (!this.#isSubmitting && isLost) event.preventDefault();
    });
    // A person came back to a page that the browser has kept.
    window.addEventListener("pageshow", () => {
      this.#isSubmitting = false;
      this.#autosave?.resume();
    });
  }

  /** Saves drafts at the server, if it keeps them for this form. */
  #saveAtServer(form: HTMLFormElement): void {
    const { server, revision = "0", changed = "" } = this.dataset;
    if (server === undefined) return;
    const view = new AutosaveView(this.#note, this.parentElement ?? form);
    this.#id = makeId();
    this.#view = view;
    this.#autosave = new Autosave({
      form,
      address: server,
      writer: this.#id,
      revision: Number(revision),
      unsaved: changed === "" ? [] : changed.split(" "),
      on: {
        sending: () => view.sending(),
        failed: (refusal) => view.failed(refusal, this.#isKept),
        saved: (saved, sent) => {
          this.#acknowledge(sent);
          view.saved(saved, Object.keys(sent).length > 0, this.#version());
        },
        collided: (theirs) =>
          view.choose(
            () => this.#fill(valuesIn(theirs)),
            () => this.#autosave?.settle(),
          ),
      },
    });
    for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-preview]")) {
      link.addEventListener("click", (event) => {
        if (!this.#autosave?.isBehind() || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void this.#autosave.flush().then(() => location.assign(link.href));
      });
    }
  }

  /** The server has these fields: the browser forgets them. */
  #acknowledge(sent: Groups): void {
    for (const { name } of this.#controls()) {
      const group = sent[groupOf(name)];
      if (group) this.#saved.set(name, group[name] ?? "");
    }
    if (Object.keys(sent).length > 0) this.#keepHere();
  }

  /** Fills in the text of another page of this person. */
  #fill(values: Readonly<Record<string, string>>): void {
    const form = this.#form;
    if (!form) return;
    form.dispatchEvent(new CustomEvent(restoringEvent, { detail: Object.keys(values) }));
    const controls = keptControls(form);
    for (const [name, value] of Object.entries(values)) writeValue(controls, name, value);
    form.dispatchEvent(new CustomEvent(restoredEvent));
    this.#autosave?.settle();
  }

  /** Continues after a refused form, or offers what was typed before. */
  #continue(): void {
    const next = readDraft(this.#address + besideSuffix);
    const main = readDraft(this.#address);
    const draft = main && next ? { ...next, fields: { ...main.fields, ...next.fields } } : (main ?? next);
    if (next && draft) {
      removeDraft(this.#address + besideSuffix);
      writeDraft(this.#address, draft);
    }
    if (!this.#autosave) this.#id = draft?.id ?? makeId();
    if (!draft) return;
    if (this.#isRefused()) {
      // The form has it, and the server gets it again.
      if (this.#autosave) removeDraft(this.#address);
      else this.#earlier = draft.fields;
      return;
    }
    const shown = currentValues(this.#controls());
    if (Object.entries(draft.fields).every(([name, value]) => shown.get(name) === value)) {
      removeDraft(this.#address);
      return;
    }
    if (this.#continuesServer(draft)) {
      this.#restore(draft, false);
      this.#view?.say(settings().texts.autosave.restored);
    } else {
      this.#offer(draft);
    }
  }

  /** True for text that follows the draft of the server, which the page shows: the connection or the server had ended. */
  #continuesServer({ id, revision }: Draft): boolean {
    return this.#autosave !== undefined && (revision === this.#autosave.revision || id === this.dataset["writer"]);
  }

  /** The server shows a form again that it has refused. */
  #isRefused(): boolean {
    if (this.dataset["refused"] !== undefined) return true;
    const [navigation] = performance.getEntriesByType("navigation");
    return navigation instanceof PerformanceNavigationTiming && navigation.responseStatus >= 400;
  }

  #controls() {
    return this.#form ? keptControls(this.#form) : [];
  }

  #changes(): Record<string, string> {
    const controls = this.#controls();
    const original = new Map([...originalValues(controls), ...this.#saved]);
    const current = [...currentValues(controls)];
    return Object.fromEntries(
      current.filter(([name, value]) => value !== original.get(name) || this.#earlier[name] !== undefined),
    );
  }

  #isChanged(): boolean {
    return Object.keys(this.#changes()).length > 0;
  }

  #keep(): void {
    if (this.#isForgotten) return;
    this.#keepHere();
    if (this.#autosave?.isBehind() === true) this.#autosave.changed();
  }

  #keepHere(): void {
    const fields = this.#changes();
    const address = this.#offered ? this.#address + besideSuffix : this.#address;
    if (Object.keys(fields).length === 0) {
      removeDraft(address);
      this.#say("");
      return;
    }
    const revision = this.#autosave?.revision;
    const draft = { id: this.#id, at: Date.now(), version: this.#version(), fields };
    this.#isKept = writeDraft(address, revision === undefined ? draft : { ...draft, revision });
    const { kept, notKept } = settings().texts.unsaved;
    this.#say(this.#isKept ? kept : notKept);
  }

  #forget(): void {
    this.#isSubmitting = true;
    this.#isForgotten = true;
    removeDraft(this.#address);
    this.#say("");
  }

  /** Says nothing about the browser if the server keeps drafts. */
  #say(text: string): void {
    if (this.#autosave) return;
    if (this.#note.textContent !== text) this.#note.textContent = text;
  }

  #version(): string {
    return this.#form?.querySelector<HTMLInputElement>('input[name="version"]')?.value ?? "";
  }

  /** Names the draft, for the server to say that it is saved. */
  #submit(form: HTMLFormElement): void {
    this.#keep();
    this.#isSubmitting = true;
    this.#autosave?.stop();
    const field =
      form.querySelector<HTMLInputElement>('input[name="draft"]') ??
      form.appendChild(make("input", { type: "hidden" }));
    field.name = "draft";
    field.value = this.#id;
  }

  #offer(draft: Draft): void {
    const { found, changedSince, restore, discard } = settings().texts.unsaved;
    this.#offered = draft;
    const isOutdated = draft.version !== "" && draft.version !== this.#version();
    const offer = make(
      "div",
      { className: "notice draft", role: "status" },
      make("p", {}, isOutdated ? `${found} ${changedSince}` : found),
      make(
        "div",
        { className: "actions" },
        makeButton(fill(restore, { ago: formatAge(draft.at) }), "secondary", () => this.#restore(draft)),
        makeButton(discard, "plain", () => this.#discard()),
      ),
    );
    this.append(offer);
  }

  #restore(draft: Draft, isAsked = true): void {
    const form = this.#form;
    if (!form) return;
    const typed = this.#changes();
    form.dispatchEvent(new CustomEvent(restoringEvent, { detail: Object.keys(draft.fields) }));
    const controls = keptControls(form);
    for (const [name, value] of Object.entries({ ...draft.fields, ...typed })) writeValue(controls, name, value);
    form.dispatchEvent(new CustomEvent(restoredEvent));
    for (const details of form.querySelectorAll("details")) {
      if (controls.some((control) => details.contains(control) && draft.fields[control.name] !== undefined)) {
        details.open = true;
      }
    }
    this.#answered();
    this.#keep();
    if (isAsked) controls.find(({ name }) => draft.fields[name] !== undefined)?.focus();
  }

  #discard(): void {
    this.#answered();
    removeDraft(this.#address);
    this.#keep();
    this.#controls()[0]?.focus();
  }

  #answered(): void {
    this.#offered = undefined;
    removeDraft(this.#address + besideSuffix);
    this.replaceChildren();
  }
}

/** Without `randomUUID`, which sites without TLS do not have. */
const makeId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

customElements.define("l-unsaved", UnsavedForm);
