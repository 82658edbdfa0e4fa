import { html } from "hono/html";

import type { Markup } from "../parts/markup.ts";
import { initial } from "#lib/look/site-icon.ts";

/** Logo of an application, or its initial. The name is next to it. */
export const mark = ({ name, logo }: { name: string; logo: string | null }): Markup =>
  logo === null
    ? html`<span class="mark" aria-hidden="true">${initial(name)}</span>`
    : html`<img class="mark" src="${logo}" alt="" width="40" height="40" />`;
