import { html, raw } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { timestamp } from "../parts/dates.ts";
import { button, hidden } from "../parts/fields.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import type { PageContext } from "../parts/page-context.ts";

const endViewPath = "/admin/members/end-view";

/** Says on every page that staff see the school as another member, and ends that. */
export const viewBar = (page: PageContext): Markup => {
  const { viewing, csrf = "" } = page;
  if (!viewing) return raw("");
  const { frame } = textFor(page.locale);
  return html`<div class="view-bar" role="region" aria-label="${frame.endView}">
    <p>${fill(frame.viewing, { name: foreign(viewing.name), time: timestamp(page, viewing.until) })}</p>
    <form method="post" action="${endViewPath}">
      ${hidden("csrf", csrf)}${button(frame.endView, { look: "secondary" })}
    </form>
  </div>`;
};
