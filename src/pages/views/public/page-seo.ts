import type * as z from "zod";
import type { showPageContent } from "#domain/public-catalog/pages/page-content.ts";
import { formatId } from "#domain/platform/ids.ts";
import { plainText } from "#lib/text/plain-text.ts";

/** Presentation data of an item page. `indexed` allows search engines. */
export type PageContent = z.output<typeof showPageContent.output>;

const maxReadLength = 10_000;

/** SEO metadata: the school's texts, or derived from the item. */
export const seoOf = (
  { seo, indexed, html }: Pick<PageContent, "seo" | "indexed" | "html">,
  own: { title: string; description: string | null; path: string; image?: string | null | undefined },
): { title: string; description: string | null; canonical: string | undefined; image: string | null } => ({
  title: seo.title || own.title,
  description: seo.description || own.description || plainText(html.slice(0, maxReadLength)) || null,
  canonical: indexed && seo.noindex !== true ? own.path : undefined,
  image: seo.imageFileId ? `/files/${formatId("file", seo.imageFileId)}` : (own.image ?? null),
});
