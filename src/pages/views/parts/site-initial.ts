import { html } from "hono/html";
import { initial } from "#lib/look/site-icon.ts";
import type { Markup } from "./markup.ts";

/** Site icon with its initial. Hidden from screen readers, because the name is next to it. */
export const siteInitial = (siteName: string): Markup =>
  html`<span class="seal" aria-hidden="true">${initial(siteName)}</span>`;
