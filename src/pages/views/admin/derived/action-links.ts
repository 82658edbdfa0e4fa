import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";

export const actionLinks = (
  page: PageContext,
  actions: readonly { label: string; href: string; isFirst?: boolean }[],
): Markup =>
  actions.length === 0
    ? raw("")
    : html`<ul class="acts" aria-label="${textFor(page.locale).admin.derived.detail.actions}">
        ${actions.map(({ label, href, isFirst }) => html`<li><a class="button ${isFirst === true ? "primary" : "secondary"}" href="${href}">${label}</a></li>`)}
      </ul>`;
