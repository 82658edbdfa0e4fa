import { html } from "hono/html";
import type { Markup } from "../../parts/markup.ts";

/** Lists items as rows. Without items, `none` takes their place: a text becomes a sentence. */
export function rowsOr<Item>(
  items: readonly Item[],
  row: (item: Item) => Markup,
  none: string | Markup | false,
): Markup | false {
  if (items.length === 0) return typeof none === "string" ? html`<p class="prose soft after">${none}</p>` : none;
  return html`<ul class="rows">
    ${items.map((item) => row(item))}
  </ul>`;
}
