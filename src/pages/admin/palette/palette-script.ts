import { html } from "hono/html";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../../views/parts/markup.ts";
import type { AdminPage } from "../../views/admin/layout.ts";
import { paletteBody } from "./palette-body.ts";

/** The module of the admin area. The path contains a content hash, so that it can be cached indefinitely. */
export const paletteScript = { path: `/assets/admin-${fingerprint(paletteBody, 12)}.js`, body: paletteBody };

/** The module with its texts. Pages work without it. */
export const paletteLinks = ({ locale, keeper }: Pick<AdminPage, "locale" | "keeper">): Markup => {
  const { search } = textFor(locale).admin.console;
  return html`<script
    type="module"
    src="${paletteScript.path}"
    data-keeper="${keeper}"
    data-label="${search.label}"
    data-hint="${search.hint}"
    data-none="${search.none}"
    data-recent="${search.recent}"
    data-count="${search.count}"
  ></script>`;
};
