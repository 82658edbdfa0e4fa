import { sql } from "#database/statements/sql.ts";
import { isDeepStrictEqual } from "node:util";
import { memberOf } from "#access/caller.ts";
import { outcomeOf, unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { claimUnique, insertUnique, type Uniqueness, uniquePath } from "#domain/platform/names/uniqueness.ts";
import { requireNewSeoImage, requirePublicFiles } from "#domain/files/files/references/require-files.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { bodyFrom, searchTermsOfPage } from "./page-body.ts";
import { PageReference } from "./page-path.ts";
import { NewPageFields, Page, PageChanges, type PageRow, serializePage, writablePage } from "./page.ts";
import { findPage, insertPage, insertRevision, lockPage, removeRevision, updatePage as storePage } from "./queries.ts";

const uniquePage: Uniqueness = {
  kind: "page",
  table: sql`pages`,
  what: "page",
  value: uniquePath,
  find: (context, path) => findPage(context, { path }),
};

export const createPage = operation({
  name: "createPage",
  summary: "Create a page",
  description: "The page starts as a draft. Its content is blocks, Markdown or a static site.",
  writes: "pages:write",
  input: NewPageFields,
  output: Page,
  async run(context, { blocks, bodyMarkdown, ...input }) {
    const { site, now, caller } = context;
    const pageType = input.pageType ?? "content";
    const body = await bodyFrom(context, pageType, { blocks, bodyMarkdown });
    if (pageType === "content" && !body) {
      throw validationFailed("/blocks", "missing", "Content is required. Send blocks or body_markdown.");
    }
    await claimUnique(context, uniquePage, undefined, input);
    await requireImages(context, blocks);
    await requireNewSeoImage(context, input);
    const page = { locale: site.defaultLocale, ...input, ...body, pageType, id: newId(), revision: 1 };
    await insertUnique(context, uniquePage, input, () =>
      insertPage(context, { ...page, searchTerms: searchTermsOfPage(site, page) }, now),
    );
    await insertRevision(context, newId(), page, memberOf(caller), now);
    return serializePage(context, await mustExist(findPage(context, { id: page.id })));
  },
});

export const updatePage = operation({
  name: "updatePage",
  summary: "Update a page",
  writes: "pages:write",
  input: PageChanges.extend({ page: PageReference }),
  output: Page,
  async run(context, { page: reference, ...changes }) {
    const existing = await requirePage(context, reference);
    await requireImages(context, changes.blocks, existing);
    return changePage(context, existing, changes);
  },
});

/** Returns the page, locked, if the caller has seen its current version. */
export async function requirePage(context: Context, reference: PageReference): Promise<PageRow> {
  const page = await lockPage(context, reference);
  if (!page) throw notFound("page", "id" in reference ? formatId("page", reference.id) : reference.path);
  requireVersion(context, page);
  return page;
}

/**
 * Creates the next revision of a page. The import of an archive completes the links of a revision, which stays the same.
 */
export async function changePage(context: Context, existing: PageRow, changes: PageChanges) {
  const input = computePatch(writablePage, existing, changes);
  const body = await bodyFrom(context, existing.pageType, changes);
  const isOther =
    body && (body.bodyMarkdown !== existing.bodyMarkdown || !isDeepStrictEqual(body.blocks, existing.blocks));
  const differs = { ...input, ...(isOther && body) };
  if (isEmptyPatch(differs)) return unchanged(serializePage(context, existing));
  await requireNewSeoImage(context, input, existing);
  await claimUnique(context, uniquePage, existing.id, input);
  const changed = { ...differs, revision: existing.revision + (context.restoresArchive ? 0 : 1) };
  const page = { ...existing, ...changed };
  const { site, now, caller } = context;
  await storePage(context, existing.id, { ...changed, searchTerms: searchTermsOfPage(site, page) }, now);
  if (context.restoresArchive) await removeRevision(context, page);
  await insertRevision(context, newId(), page, memberOf(caller), now);
  return outcomeOf(serializePage(context, await mustExist(findPage(context, { id: existing.id }))));
}

/** Requires that newly added images are public, and locks them against deletion. */
async function requireImages(context: Context, blocks: PageRow["blocks"] = null, existing?: PageRow): Promise<void> {
  const visible = new Set((existing?.blocks ?? []).map((block) => ("fileId" in block ? block.fileId : undefined)));
  const named = (blocks ?? []).flatMap((block, index) =>
    "fileId" in block && !visible.has(block.fileId)
      ? [{ id: block.fileId, pointer: `/blocks/${index}/fileId`, use: "picture" as const }]
      : [],
  );
  await requirePublicFiles(context, named);
}
