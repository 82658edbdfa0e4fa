import { LimitExceeded, markdownLimits } from "./limits.ts";

/** A tag as HTML parsers recognize it; comments and a lone `<` do not match. */
const tag = /<(\/?)([a-z][a-z0-9-]*)/gi;

/** Elements without an end tag or with an optional one: they do not nest. */
const unnested = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd td th tr thead tbody tfoot option".split(
    " ",
  ),
);

/** Far above the nesting limit, for the unclosed tags of real pages. Parsers slow down beyond it. */
const maxOpenTags = 500;

/** Rejects HTML whose parsing time grows faster than its size: very many tags, or very many unclosed ones. */
export function checkHtml(html: string): void {
  if (html.length > 2 * markdownLimits.output) throw new LimitExceeded("too_much_output");
  let tags = 0;
  let open = 0;
  for (const [, closes, name = ""] of html.matchAll(tag)) {
    if (++tags > 2 * markdownLimits.elements) throw new LimitExceeded("too_many_elements");
    if (unnested.has(name.toLowerCase())) continue;
    open = Math.max(0, open + (closes === "" ? 1 : -1));
    if (open > maxOpenTags) throw new LimitExceeded("too_deeply_nested");
  }
}
