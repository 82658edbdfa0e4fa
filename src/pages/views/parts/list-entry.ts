import { html } from "hono/html";

import type { Markup } from "./markup.ts";

/** A term and its details in a list of entries: `<dl class="entries">`. */
export const listEntry = (term: string | Markup, details: string | Markup): Markup =>
  html`<div class="entry">
    <dt>${term}</dt>
    <dd>${details}</dd>
  </div>`;
