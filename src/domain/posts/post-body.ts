import type { SiteScope } from "#domain/context.ts";
import { validationFailed } from "#domain/problem.ts";
import { searchTermsFor } from "#domain/search/search-terms.ts";
import { cleanHtml, renderMarkdown } from "#lib/markdown.ts";
import { plainText } from "#lib/plain-text.ts";
import { readingMinutes } from "#lib/reading-minutes.ts";
import type { GivenBody, PostRow } from "./post.ts";

/** The columns of a text that is given; none where there is none. The text last given is the one that counts. */
export function bodyFrom({ bodyMarkdown, bodyHtml }: GivenBody) {
  if (bodyMarkdown !== undefined && bodyHtml !== undefined) {
    throw validationFailed("/bodyHtml", "exclusive", "Send the text as body_markdown or as body_html, not as both.");
  }
  if (bodyMarkdown !== undefined) return written(bodyMarkdown, renderMarkdown(bodyMarkdown));
  return bodyHtml === undefined ? {} : written(null, cleanHtml(bodyHtml));
}

const written = (bodyMarkdown: string | null, bodyHtml: string) => ({
  bodyMarkdown,
  bodyHtml,
  readingMinutes: readingMinutes(plainText(bodyHtml)),
});

/** What a post is found by. */
export const searchTermsOfPost = (
  site: SiteScope["site"],
  { title, excerpt, tags, bodyHtml }: Partial<Pick<PostRow, "title" | "excerpt" | "tags" | "bodyHtml">>,
): string[] => searchTermsFor(site, [title, excerpt, tags?.join(" "), plainText(bodyHtml ?? "")], tags);
