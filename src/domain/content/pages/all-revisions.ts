import { contentOf } from "#database/content/content-of.ts";
import { rows } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { pagesAfter } from "#lib/collections/pages-after.ts";
import type { PageRow } from "./page.ts";

/** The content of a page at a revision, with its author and time. */
export interface RevisionRow extends Pick<PageRow, "revision" | "title" | "blocks" | "bodyMarkdown" | "createdAt"> {
  id: string;
  pageId: string;
  memberId: string | null;
}

/** Few, because each can be a long page. */
const pageSize = 10;

/** Yields the stored revisions of a page, oldest first. */
export const revisionsOf = ({ db, site }: SiteScope, pageId: string): AsyncGenerator<RevisionRow[]> =>
  pagesAfter<RevisionRow>(
    (last) => db.many<RevisionRow>`
      select id, page_id, revision, title, blocks, body_markdown, member_id, created_at from page_revisions
       where site_id = ${site.id} and page_id = ${pageId} and revision > ${last?.revision ?? -1}
       order by revision limit ${pageSize}`,
  );

/**
 * Inserts a revision of another site with its time, and raises the revision of the locked page to it. `replaces`: the
 * page has no other revisions afterwards. Returns its ID.
 */
export async function restoreRevision(
  { db, site }: SiteScope,
  revision: Omit<RevisionRow, "id">,
  { replaces, now }: { replaces: boolean; now: Date },
): Promise<string> {
  const { pageId, blocks } = revision;
  const id = newId();
  if (replaces) await db.run`delete from page_revisions where site_id = ${site.id} and page_id = ${pageId}`;
  // Serialized, since the driver would send an array as a PostgreSQL array.
  const row = { siteId: site.id, id, ...revision, ...(blocks && { blocks: JSON.stringify(blocks) }) };
  await db.run`insert into page_revisions ${rows(row)}`;
  await db.run`
    update pages set revision = ${revision.revision}, version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and id = ${pageId} and revision < ${revision.revision}`;
  return id;
}
