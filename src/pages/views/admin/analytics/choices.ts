import { html, raw } from "hono/html";

import type { Markup } from "../../parts/markup.ts";

interface Choice {
  label: string;
  address: string;
  chosen: boolean;
}

/** Segmented control. `label` names the choice. */
export const choices = (label: string, offered: readonly Choice[]): Markup =>
  html`<nav class="views" aria-label="${label}">
    <ul class="inline">
      ${offered.map(
        ({ label, address, chosen }) =>
          html`<li><a href="${address}" ${chosen && raw('aria-current="true"')}>${label}</a></li>`,
      )}
    </ul>
  </nav>`;
