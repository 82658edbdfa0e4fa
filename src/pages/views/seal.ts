import { html } from "hono/html";

import type { Markup } from "./markup.ts";

/** The first character of a site's name as a person sees it, for a mark that needs no file of the site's own. */
export const initial = (siteName: string): string => {
  const first = new Intl.Segmenter().segment(siteName.trim())[Symbol.iterator]().next();
  return first.done ? "·" : first.value.segment.toUpperCase();
};

/** The site's mark: its initial, cut into a seal. The name stands beside it, so it is hidden from screen readers. */
export const seal = (siteName: string): Markup =>
  html`<span class="seal" aria-hidden="true">${initial(siteName)}</span>`;

/** The same mark for the browser's tab, as a `data:` address, which the content security policy allows for images. */
export const icon = (siteName: string): string => {
  const letter = initial(siteName).replace(/[<>&]/g, "·");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="4" fill="#a3271b"/><text x="16" y="23" font-family="serif" font-size="20" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};
