import { html, raw } from "hono/html";

import type { Markup } from "#pages/views/parts/markup.ts";

/** A number with its name in a list (`dl.tallies`). Renders nothing if the value is unknown. */
export const tally = (term: string, value: string | undefined): Markup =>
  value === undefined
    ? raw("")
    : html`<div>
        <dt>${term}</dt>
        <dd>${value}</dd>
      </div>`;
