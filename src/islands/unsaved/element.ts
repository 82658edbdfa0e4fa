import { restoredEvent, restoringEvent, savedEvent } from "../events.ts";
import { formatAge } from "../formats.ts";
import { make, makeButton } from "../make.ts";
import { fill, settings } from "../settings.ts";
import { type Draft, readDraft, removeDraft, writeDraft } from "./drafts.ts";
import { currentValues, keptControls, originalValues, writeValue } from "./fields.ts";

/** Suffix of the address for text that is typed beside an earlier draft, which is still offered. */
const beside = " +";

/**
 * Warns before a person leaves a form with unsaved changes, and keeps what is typed in this browser until it is saved.
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

  connectedCallback(): void {
    const form = this.closest("form");
    if (!form || this.#form) return;
    this.#form = form;
    this.#address = form.getAttribute("action") ?? location.pathname;
    this.#continue();
    // Beside the button that saves.
    (form.querySelector(":scope > .foot-of-form") ?? form).append(this.#note);
    form.addEventListener("input", () => this.#keep());
    form.addEventListener("change", () => this.#keep());
    form.addEventListener("submit", () => this.#submit(form));
    form.addEventListener(savedEvent, () => this.#forget());
    window.addEventListener("beforeunload", (event) => {
      if (!this.#isSubmitting && this.#isChanged()) event.preventDefault();
    });
    // A person came back to a page that the browser has kept.
    window.addEventListener("pageshow", () => (this.#isSubmitting = false));
  }

  /** Continues after a refused form, or offers what was typed before. */
  #continue(): void {
    const next = readDraft(this.#address + beside);
    const main = readDraft(this.#address);
    const draft = main && next ? { ...next, fields: { ...main.fields, ...next.fields } } : (main ?? next);
    if (next && draft) {
      removeDraft(this.#address + beside);
      writeDraft(this.#address, draft);
    }
    this.#id = draft?.id ?? makeId();
    if (!draft) return;
    if (this.#isRefused()) {
      this.#earlier = draft.fields;
      return;
    }
    const shown = currentValues(this.#controls());
    if (Object.entries(draft.fields).every(([name, value]) => shown.get(name) === value)) {
      removeDraft(this.#address);
      return;
    }
    this.#offer(draft);
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
    const original = originalValues(controls);
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
    const fields = this.#changes();
    const address = this.#offered ? this.#address + beside : this.#address;
    if (Object.keys(fields).length === 0) {
      removeDraft(address);
      this.#say("");
      return;
    }
    const isKept = writeDraft(address, { id: this.#id, at: Date.now(), version: this.#version(), fields });
    const { kept, notKept } = settings().texts.unsaved;
    this.#say(isKept ? kept : notKept);
  }

  #forget(): void {
    this.#isSubmitting = true;
    this.#isForgotten = true;
    removeDraft(this.#address);
    this.#say("");
  }

  #say(text: string): void {
    if (this.#note.textContent !== text) this.#note.textContent = text;
  }

  #version(): string {
    return this.#form?.querySelector<HTMLInputElement>('input[name="version"]')?.value ?? "";
  }

  /** Names the draft, for the server to say that it is saved. */
  #submit(form: HTMLFormElement): void {
    this.#keep();
    this.#isSubmitting = true;
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

  #restore(draft: Draft): void {
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
    controls.find(({ name }) => draft.fields[name] !== undefined)?.focus();
  }

  #discard(): void {
    this.#answered();
    removeDraft(this.#address);
    this.#keep();
    this.#controls()[0]?.focus();
  }

  #answered(): void {
    this.#offered = undefined;
    removeDraft(this.#address + beside);
    this.replaceChildren();
  }
}

/** Without `randomUUID`, which sites without TLS do not have. */
const makeId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

customElements.define("l-unsaved", UnsavedForm);
