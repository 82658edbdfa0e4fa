import { html, raw } from "hono/html";

import type { Markup } from "../../markup.ts";

/** A number below its name, for a list of them (`dl.tallies`); nothing where it is not known. */
export const tally = (term: string, value: string | undefined): Markup =>
  value === undefined
    ? raw("")
    : html`<div>
        <dt>${term}</dt>
        <dd>${value}</dd>
      </div>`;
