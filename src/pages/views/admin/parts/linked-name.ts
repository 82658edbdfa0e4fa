import { html } from "hono/html";

import { foreign, type Markup } from "#pages/views/parts/markup.ts";

/** A name, with a link to its page if the person may open that. */
export const linked = (href: string | undefined, name: string): Markup =>
  href === undefined ? foreign(name) : html`<a href="${href}">${foreign(name)}</a>`;
