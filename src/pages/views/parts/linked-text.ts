import { html } from "hono/html";

import type { Markup } from "./markup.ts";

const address = /(https?:\/\/[^\s<>"'`]{1,2000})/g;

/** Plain text whose web addresses are links. Members vouch for nothing. */
export const linkedText = (text: string): Markup =>
  html`${text.split(address).map((part, index) => (index % 2 === 0 ? part : link(part)))}`;

function link(found: string): Markup {
  // A sentence that ends with an address.
  const href = found.replace(/[.,;:!?)\]。，；：！？）」]{1,20}$/u, "");
  const rest = found.slice(href.length);
  return html`${URL.canParse(href) ? html`<a href="${href}" rel="nofollow ugc noopener">${href}</a>` : href}${rest}`;
}
