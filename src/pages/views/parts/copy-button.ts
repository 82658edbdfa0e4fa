import { html } from "hono/html";
import type { Markup } from "./markup.ts";

interface CopyButton {
  /** ID of the element that shows the value, which describes the button. */
  shownIn: string;
  label: string;
  /** Label after copying. */
  done: string;
}

/** A button that copies a value. Only the script of the page shows it (`islands/page`). */
export const copyButton = (value: string, { shownIn, label, done }: CopyButton): Markup =>
  html`<button
    type="button"
    class="copy"
    aria-describedby="${shownIn}"
    aria-live="polite"
    data-copy="${value}"
    data-copied="${done}"
    hidden
  >
    ${label}
  </button>`;
