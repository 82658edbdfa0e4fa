import type { Context, SiteScope } from "#domain/platform/context.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { renderText } from "#domain/platform/texts/render.ts";
import { plainText } from "#lib/text/plain-text.ts";
import type { SourceText } from "#lib/markdown/source-text.ts";
import type { BodyInput, PostRow } from "./post.ts";

/** Returns the content columns of an input text; none without one. The latest text replaces the other format. */
export async function bodyFrom(context: Context, { bodyMarkdown, bodyHtml }: BodyInput) {
  if (bodyMarkdown !== undefined && bodyHtml !== undefined) {
    throw validationFailed("/bodyHtml", "exclusive", "Send either body_markdown or body_html, not both.");
  }
  if (bodyMarkdown !== undefined) return written(context, { form: "markdown", text: bodyMarkdown });
  return bodyHtml === undefined ? {} : written(context, { form: "html", text: bodyHtml });
}

async function written(context: Context, source: SourceText) {
  const isMarkdown = source.form === "markdown";
  const pointer = isMarkdown ? "/bodyMarkdown" : "/bodyHtml";
  const { html, readingMinutes } = await renderText(context, source, pointer);
  return { bodyMarkdown: isMarkdown ? source.text : null, bodyHtml: html, readingMinutes };
}

const maxIndexedCharacters = 100_000;

export const searchTermsOfPost = (
  site: SiteScope["site"],
  { title, excerpt, tags, bodyHtml }: Partial<Pick<PostRow, "title" | "excerpt" | "tags" | "bodyHtml">>,
): string[] =>
  searchTermsFor(
    site,
    [title, excerpt, tags?.join(" "), plainText((bodyHtml ?? "").slice(0, maxIndexedCharacters))],
    tags,
  );
