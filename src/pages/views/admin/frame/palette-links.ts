import { html } from "hono/html";

import { paletteScript } from "../../../admin/palette/palette-script.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../admin-page.ts";

/** The module with its texts. Pages work without it. */
export const paletteLinks = ({ locale, keeper }: Pick<AdminPage, "locale" | "keeper">): Markup => {
  const { search } = textFor(locale).admin.console;
  return html`<script
    type="module"
    src="${paletteScript.path}"
    fetchpriority="low"
    data-keeper="${keeper}"
    data-label="${search.label}"
    data-hint="${search.hint}"
    data-none="${search.none}"
    data-recent="${search.recent}"
    data-count="${search.count}"
  ></script>`;
};
