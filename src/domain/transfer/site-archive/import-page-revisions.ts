import * as z from "zod";
import { type RevisionRow, restoreRevision, revisionsOf } from "#domain/content/pages/all-revisions.ts";
import { Page } from "#domain/content/pages/page.ts";
import { findRevision, lockPage } from "#domain/content/pages/queries.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { Id, parseId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { Problem } from "#domain/platform/problem.ts";
import { wireReader } from "#domain/transfer/imports/read-wire.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { asRecord } from "#lib/json/is-record.ts";
import type { Row } from "./archive-format.ts";
import { contentResources } from "./archived-resources.ts";
import { digestOf, writablePart } from "./compare-rows.ts";
import { notImported } from "./history/not-imported.ts";
import { knownMember } from "./history/restored-part.ts";
import { storedRows } from "./history/stored-rows.ts";
import { readPages } from "./read-list.ts";
import type { SiteImport } from "./site-import.ts";

const Revision = z.object({
  pageId: Id("page"),
  revision: z.number().int().min(1).max(1_000_000_000),
  title: Page.shape.title,
  blocks: Page.shape.blocks,
  bodyMarkdown: Page.shape.bodyMarkdown,
  memberId: Id("member").nullable(),
  createdAt: Instant,
});
type Revision = z.output<typeof Revision>;

const read = wireReader(Revision);
const encode = compileEncoder(Revision);

const name = "page_revisions";

/** Yields the revisions of all pages, page by page, oldest first. */
export async function* revisionRows(context: RequestContext): AsyncGenerator<Row[]> {
  for await (const page of readPages(context, contentResources.pages.list)) {
    for (const { id } of page) {
      yield* storedRows(
        Revision.extend({ id: Id("pageRevision") }),
        revisionsOf(context, parseId("page", String(id)) ?? ""),
      );
    }
  }
}

/** Restores the revisions of pages. The revision with which the import created a page is replaced by the first one. */
export async function importPageRevisions(run: SiteImport): Promise<void> {
  let pageBefore: unknown;
  for await (const archived of run.archive.rows(name)) {
    const isFirst = archived["page_id"] !== pageBefore;
    pageBefore = archived["page_id"];
    if (run.conflicting.has(archived["page_id"])) {
      run.compare(name, archived, false);
      continue;
    }
    await run.attempt(name, archived, async () => {
      const row = await run.ids.translate(archived);
      const revision = read(writablePart(row, Revision));
      if (revision instanceof Problem) throw revision;
      const outcome = await run.context.db.transaction((db) => restore({ ...run.context, db }, revision, isFirst));
      if (outcome === "created") run.count(name, "created");
      else run.compare(name, archived, outcome === "unchanged");
    });
  }
}

type Outcome = "created" | "unchanged" | "conflict";

async function restore(context: Context, { memberId, ...revision }: Revision, isFirst: boolean): Promise<Outcome> {
  const page = await lockPage(context, { id: revision.pageId });
  if (!page) throw notImported("/pageId", "page");
  const existing = await findRevision(context, page.id, revision.revision);
  const same = existing !== undefined && (await contentDigest(existing)) === (await contentDigest(revision));
  // The page has not changed since it was imported: its revision is that of the import.
  const isFresh = isFirst && page.revision === 1;
  if (existing && (!isFresh || (same && existing.createdAt.getTime() === revision.createdAt.getTime()))) {
    return same ? "unchanged" : "conflict";
  }
  const row: Omit<RevisionRow, "id"> = { ...revision, memberId: await knownMember(context, memberId) };
  await restoreRevision(context, row, { replaces: isFresh, now: context.now });
  return "created";
}

const contentDigest = ({ title, blocks, bodyMarkdown }: Pick<Revision, "title" | "blocks" | "bodyMarkdown">) =>
  digestOf(asRecord(encode({ title, blocks, bodyMarkdown })));
