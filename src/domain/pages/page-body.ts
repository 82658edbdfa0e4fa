import type { SiteScope } from "#domain/context.ts";
import { validationFailed } from "#domain/problem.ts";
import { searchTermsFor } from "#domain/search/search-terms.ts";
import { renderMarkdown } from "#lib/markdown.ts";
import { textOf } from "./block.ts";
import type { PageChanges, PageRow } from "./page.ts";

export type PageBody = Pick<PageRow, "blocks" | "bodyMarkdown" | "bodyHtml">;

/** What a page of this type says from now on; undefined where nothing is given. */
export function bodyFrom(
  pageType: PageRow["pageType"],
  { blocks, bodyMarkdown }: Pick<PageChanges, "blocks" | "bodyMarkdown">,
): PageBody | undefined {
  if (blocks === undefined && bodyMarkdown === undefined) return undefined;
  const given = blocks === undefined ? "/bodyMarkdown" : "/blocks";
  if (pageType === "static_site") {
    throw validationFailed(given, "not_applicable", "What a static site says is in its files.");
  }
  if (blocks !== undefined && bodyMarkdown !== undefined) {
    throw validationFailed(given, "exclusive", "Send what the page says as blocks or as body_markdown, not as both.");
  }
  if (bodyMarkdown === undefined) return { blocks: blocks!, bodyMarkdown: null, bodyHtml: null };
  return { blocks: null, bodyMarkdown, bodyHtml: renderMarkdown(bodyMarkdown) };
}

export const saysNothing = ({ blocks, bodyMarkdown }: Pick<PageBody, "blocks" | "bodyMarkdown">): boolean =>
  (blocks ?? []).length === 0 && (bodyMarkdown ?? "").trim() === "";

/** What a page is found by. */
export const searchTermsOfPage = (
  site: SiteScope["site"],
  { title, path, blocks, bodyMarkdown }: Pick<PageRow, "title" | "path"> & Partial<PageBody>,
): string[] => searchTermsFor(site, [title, path, bodyMarkdown, ...(blocks ?? []).map(textOf)]);
