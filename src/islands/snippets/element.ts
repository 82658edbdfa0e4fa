/** Inserts saved comments at the cursor of a field. Without scripts, their buttons send the form, which comes back with them. */
class Snippets extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-insert]") : null;
      const field = document.querySelector<HTMLTextAreaElement>(`#${CSS.escape(this.dataset["for"] ?? "")}`);
      if (!button || !field) return;
      event.preventDefault();
      insert(field, button.dataset["insert"] ?? "");
    });
  }
}

function insert(field: HTMLTextAreaElement, text: string): void {
  const { value } = field;
  // An untouched field has its cursor at the beginning.
  const isUntouched = field.selectionEnd === 0;
  const [from, to] = isUntouched ? [value.length, value.length] : [field.selectionStart, field.selectionEnd];
  const before = value.slice(0, from);
  const separator = before === "" || before.endsWith("\n") ? "" : "\n";
  field.setRangeText(separator + text, from, to, "end");
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

customElements.define("l-snippets", Snippets);
