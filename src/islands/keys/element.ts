/**
 * Keys of a page, with the rules of the palette: single letters act while nothing is typed and no dialog is open.
 * `data-key` names the key of a link, button or field. Ctrl-Enter sends the form from everywhere in it.
 */
class Keys extends HTMLElement {
  #ended = new AbortController();

  connectedCallback(): void {
    this.hidden = false;
    addEventListener("keydown", (event) => this.#press(event), { signal: this.#ended.signal });
  }

  disconnectedCallback(): void {
    this.#ended.abort();
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing || event.defaultPrevented || event.repeat || document.querySelector("dialog[open]")) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && hasModifier && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      const form = this.closest("form");
      form?.requestSubmit(form.querySelector<HTMLButtonElement>("button[type=submit]"));
    } else if (!hasModifier && !event.altKey && !isTyping(document.activeElement)) {
      const found = targetOf(event.key.toLowerCase());
      if (!found) return;
      event.preventDefault();
      if (found.matches("a, button")) found.click();
      else found.focus();
    }
  }
}

const isTyping = (element: Element | null): boolean =>
  element?.matches("input, select, textarea, [contenteditable]") ?? false;

const targetOf = (key: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("[data-key]")].find((element) => element.dataset["key"] === key);

customElements.define("l-keys", Keys);
