import { html, raw } from "hono/html";

import { addressOfIsland } from "../../../islands/islands.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../admin-page.ts";

const address = addressOfIsland("palette");

/** The module with its texts. Pages work without it. */
export const paletteLinks = ({ locale, keeper }: Pick<AdminPage, "locale" | "keeper">): Markup => {
  if (address === undefined) return raw("");
  const { search } = textFor(locale).admin.console;
  return html`<script
    type="module"
    src="${address}"
    fetchpriority="low"
    data-keeper="${keeper}"
    data-label="${search.label}"
    data-hint="${search.hint}"
    data-none="${search.none}"
    data-recent="${search.recent}"
    data-count="${search.count}"
  ></script>`;
};
