import type { Context, SiteScope } from "#domain/platform/context.ts";
import { htmlOfMarkdown, sanitizedHtml } from "#domain/platform/texts/render.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { type Block, markdownOf, textOf } from "./block.ts";
import type { PageChanges, PageRow } from "./page.ts";

export type PageBody = Pick<PageRow, "blocks" | "bodyMarkdown" | "bodyHtml" | "blockHtml">;

/** Returns the new content columns of a page; undefined if the input has no content. */
export async function bodyFrom(
  context: Context,
  pageType: PageRow["pageType"],
  { blocks, bodyMarkdown }: Pick<PageChanges, "blocks" | "bodyMarkdown">,
): Promise<PageBody | undefined> {
  if (blocks === undefined && bodyMarkdown === undefined) return undefined;
  const input = blocks === undefined ? "/bodyMarkdown" : "/blocks";
  if (pageType === "static_site") {
    throw validationFailed(
      input,
      "not_applicable",
      "A static site has no blocks or Markdown. Its content is in its files.",
    );
  }
  if (blocks !== undefined && bodyMarkdown !== undefined) {
    throw validationFailed(input, "exclusive", "Send either blocks or body_markdown, not both.");
  }
  if (blocks !== undefined) return bodyOfBlocks(context, blocks);
  if (bodyMarkdown === undefined) return undefined;
  const bodyHtml = await htmlOfMarkdown(context, bodyMarkdown, "/bodyMarkdown");
  return { blocks: null, bodyMarkdown, bodyHtml, blockHtml: null };
}

async function bodyOfBlocks(context: Context, input: readonly Block[]): Promise<PageBody> {
  const blocks = await Promise.all(
    input.map(async (block, index) =>
      block.kind === "html"
        ? { ...block, html: await sanitizedHtml(context, block.html, `/blocks/${index}/html`) }
        : block,
    ),
  );
  const blockHtml = await Promise.all(blocks.flatMap(markdownOf).map((text) => htmlOfMarkdown(context, text)));
  return { blocks, bodyMarkdown: null, bodyHtml: null, blockHtml };
}

export const saysNothing = ({ blocks, bodyMarkdown }: Pick<PageBody, "blocks" | "bodyMarkdown">): boolean =>
  (blocks ?? []).length === 0 && (bodyMarkdown ?? "").trim() === "";

const maxIndexedCharacters = 20_000;

/** Returns the texts of the leading blocks, up to the indexed length. */
function textsOf(blocks: readonly Block[]): string[] {
  const texts: string[] = [];
  let length = 0;
  for (const block of blocks) {
    if (length >= maxIndexedCharacters) break;
    const text = textOf(block);
    length += text.length;
    texts.push(text);
  }
  return texts;
}

export const searchTermsOfPage = (
  site: SiteScope["site"],
  { title, path, blocks, bodyMarkdown }: Pick<PageRow, "title" | "path"> & Partial<PageBody>,
): string[] => searchTermsFor(site, [title, path, bodyMarkdown, ...textsOf(blocks ?? [])]);
