import type * as z from "zod";
import type { showPresentation } from "#domain/catalog/public-catalog/presentation.ts";
import { formatId } from "#domain/platform/ids.ts";
import { plainText } from "#lib/plain-text.ts";

/** What the page of a thing shows besides the thing. `indexed` says whether search engines shall know it. */
export type Presented = z.output<typeof showPresentation.output>;

/** Characters of HTML that a description is made of. */
const maxRead = 10_000;

/** What search engines are told: as the school has written it, or else as the thing says. */
export const seoOf = (
  { seo, indexed, html }: Pick<Presented, "seo" | "indexed" | "html">,
  own: { title: string; description: string | null; path: string; image?: string | null | undefined },
): { title: string; description: string | null; canonical: string | undefined; image: string | null } => ({
  title: seo.title || own.title,
  description: seo.description || own.description || plainText(html.slice(0, maxRead)) || null,
  canonical: indexed && seo.noindex !== true ? own.path : undefined,
  image: seo.imageFileId ? `/files/${formatId("file", seo.imageFileId)}` : (own.image ?? null),
});
