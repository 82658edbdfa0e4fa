import { html } from "hono/html";
import { button, hidden } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import type { PublicContext } from "../public-context.ts";

/** The link as a field, whose text is easy to select and copy. */
export const addressField = (
  address: string | null,
  { label, hint, none }: Record<"label" | "hint" | "none", string>,
): Markup =>
  address === null
    ? html`<p>${none}</p>`
    : html`<div class="field">
        <label for="voucher-link">${label}</label>
        <input
          id="voucher-link"
          class="copied"
          type="url"
          readonly
          value="${address}"
          aria-describedby="voucher-hint"
        />
        <p id="voucher-hint" class="hint">${hint}</p>
      </div>`;

export const renewal = (
  page: PublicContext,
  order: string,
  { label, hint }: Record<"label" | "hint", string>,
): Markup =>
  html`<form method="post" action="${order}/share">
    ${hidden("csrf", page.csrf ?? "")} ${hidden("act", "renew")}
    <p class="hint">${hint}</p>
    ${button(label, { look: "secondary" })}
  </form>`;
