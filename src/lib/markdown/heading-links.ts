import type { Token } from "markdown-it";
import { slugOf } from "./slug-of.ts";
import { decodePercent } from "#lib/text/decode-percent.ts";

/**
 * Links like `[Exercise](#exercise)` lead to the heading of this text, as on GitHub. A heading without a link gets no ID.
 * The prefix keeps the ID apart from those of the page.
 */
export function linkHeadings(tokens: readonly Token[]): void {
  const links = Map.groupBy(tokens.flatMap(localLinks), ({ target }) => target);
  if (links.size === 0) return;
  const counts = new Map<string, number>();
  for (const [index, heading] of tokens.entries()) {
    if (heading.type !== "heading_open") continue;
    const plain = slugOfHeading(tokens[index + 1]?.children ?? []);
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    const slug = count === 0 ? plain : `${plain}-${count}`;
    const leading = links.get(slug);
    if (!leading) continue;
    heading.attrSet("id", prefix + slug);
    for (const { link } of leading) link.attrSet("href", `#${prefix}${encodeURIComponent(slug)}`);
  }
}

const prefix = "heading-";

function localLinks({ children }: Token): { link: Token; target: string }[] {
  return (children ?? []).flatMap((link) => {
    const href = link.type === "link_open" ? String(link.attrGet("href")) : "";
    return href.startsWith("#") ? [{ link, target: decodePercent(href.slice(1)).toLowerCase() }] : [];
  });
}

const slugOfHeading = (children: readonly Token[]): string =>
  slugOf(children.map(({ type, content }) => (type === "text" || type === "code_inline" ? content : "")).join(""));
