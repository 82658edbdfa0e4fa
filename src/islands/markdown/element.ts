import { restoredEvent } from "../events.ts";
import { make, makeButton } from "../make.ts";
import { settings } from "../settings.ts";
import type { RichEditor } from "./editor.ts";
import { survives } from "./guard.ts";

/** Texts up to this length are written into the form with every key, longer ones after a pause. */
const maxAtOnce = 20_000;
const writeDelayMs = 250;
/** Pixels below the window in which an editor is opened. */
const margin = 300;

/**
 * A rich editor for Markdown. The text area keeps the text, and is the source view. A text that the editor would change
 * is edited as source, and an unchanged text keeps every byte.
 */
class MarkdownField extends HTMLElement {
  #area: HTMLTextAreaElement | null = null;
  #editor: RichEditor | undefined;
  #views = make("div", { className: "actions views" });
  #message = make("p", { className: "hint", role: "status" });
  #preview = make("div", { className: "rendered" });
  #isRich = false;
  #timer = 0;

  connectedCallback(): void {
    const area = this.querySelector("textarea");
    if (this.#area || !area) return;
    this.#area = area;
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        near.disconnect();
        void this.#begin(area);
      },
      { rootMargin: `${margin}px` },
    );
    near.observe(this);
    // The observer reports after the first frame, which is late on a slow phone.
    if (this.getBoundingClientRect().top < window.innerHeight + margin) void import("./editor.ts").catch(() => {});
    this.append(this.#views, this.#message, this.#preview);
    this.#preview.hidden = true;
    area.form?.addEventListener(restoredEvent, () => void this.#follow(area));
    area.form?.addEventListener("submit", () => this.#write());
    document.addEventListener("click", (event) => this.#followLink(event, area));
    window.addEventListener("pagehide", () => this.#write());
    document.addEventListener("visibilitychange", () => this.#write());
  }

  /** A person who is typing already is not interrupted. A link to the field only gives it the focus. */
  async #begin(area: HTMLTextAreaElement): Promise<void> {
    if (document.activeElement === area && area.value !== area.defaultValue) this.#showViews();
    else await this.#openRich(area, false);
  }

  async #openRich(area: HTMLTextAreaElement, isAsked: boolean): Promise<void> {
    const { unreachable, differs } = settings().texts.markdown;
    const before = area.value;
    try {
      this.#editor ??= await this.#make(area);
      const text = area.value;
      this.#editor.setText(text);
      const { isSame, html } = await survives(text, this.#editor.text());
      // A person has begun to type while the editor was loaded.
      const isTyped = document.activeElement === area && text !== before;
      const isBusy = area.value !== text || (!isAsked && isTyped);
      if (isSame && !isBusy) return this.#showRich(area, isAsked || document.activeElement === area);
      if (isBusy) return this.#showViews();
      this.#message.textContent = differs;
      // Rendered and sanitized by the server, as readers see it.
      this.#preview.innerHTML = html;
      this.#preview.hidden = html === "";
    } catch {
      if (isAsked) this.#message.textContent = unreachable;
    }
    this.#showViews();
  }

  /** A link to the text area, such as that of a problem, leads to the editor in its place. */
  #followLink(event: MouseEvent, area: HTMLTextAreaElement): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!this.#isRich || link?.getAttribute("href") !== `#${area.id}`) return;
    event.preventDefault();
    this.#editor?.focus();
  }

  async #make(area: HTMLTextAreaElement): Promise<RichEditor> {
    const { makeEditor } = await import("./editor.ts");
    const label = area.labels[0];
    if (label && label.id === "") label.id = `${area.id}-label`;
    const editor = makeEditor({
      labelledBy: label?.id ?? "",
      describedBy: area.getAttribute("aria-describedby"),
      changed: () => this.#writeSoon(),
    });
    label?.addEventListener("click", () => {
      if (this.#isRich) editor.focus();
    });
    editor.element.hidden = true;
    this.prepend(editor.element);
    return editor;
  }

  #showRich(area: HTMLTextAreaElement, isAsked: boolean): void {
    if (!this.#editor) return;
    this.#isRich = true;
    this.#message.textContent = "";
    this.#preview.hidden = true;
    area.hidden = true;
    this.#editor.element.hidden = false;
    if (isAsked) this.#editor.focus();
    this.#showViews();
  }

  #showSource(area: HTMLTextAreaElement): void {
    this.#write();
    this.#isRich = false;
    if (this.#editor) this.#editor.element.hidden = true;
    area.hidden = false;
    area.focus();
    this.#showViews();
  }

  #showViews(): void {
    const area = this.#area;
    if (!area) return;
    const { source, rich } = settings().texts.markdown;
    this.#views.replaceChildren(
      this.#isRich
        ? makeButton(source, "plain", () => this.#showSource(area))
        : makeButton(rich, "plain", () => void this.#openRich(area, true)),
    );
  }

  /** Shows a restored text. */
  async #follow(area: HTMLTextAreaElement): Promise<void> {
    if (!this.#isRich || this.#editor?.shown() === area.value) return;
    this.#isRich = false;
    if (this.#editor) this.#editor.element.hidden = true;
    area.hidden = false;
    await this.#openRich(area, false);
  }

  #writeSoon(): void {
    clearTimeout(this.#timer);
    if ((this.#area?.value.length ?? 0) <= maxAtOnce) return this.#write(true);
    this.#timer = setTimeout(() => this.#write(true), writeDelayMs);
  }

  /** Writes a changed text into the form. */
  #write(isChanged = this.#timer !== 0): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.#isRich || !isChanged || !this.#area || !this.#editor) return;
    this.#area.value = this.#editor.text();
    this.#area.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

customElements.define("l-markdown", MarkdownField);
