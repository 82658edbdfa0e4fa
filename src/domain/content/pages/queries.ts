import { rows, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { PageBody } from "./page-body.ts";
import type { PageReference } from "./page-path.ts";
import type { PageRow } from "./page.ts";

export const summaryColumns = sql`
  pages.id, pages.title, pages.path, pages.page_type, pages.locale, pages.status, pages.published_at, pages.layout,
  pages.seo, pages.show_in_sitemap, pages.revision, pages.external_id, pages.metadata, pages.version, pages.created_at,
  pages.updated_at`;

export const columns = sql`${summaryColumns}, pages.blocks, pages.body_markdown, pages.body_html`;

/** Finds a page by id or path. */
export async function findPage({ db, site }: SiteScope, reference: PageReference): Promise<PageRow | undefined> {
  return "id" in reference
    ? db.first<PageRow>`
        select ${columns} from pages where site_id = ${site.id} and id = ${reference.id} and ${table("pages").present}`
    : db.first<PageRow>`
        select ${columns} from pages where site_id = ${site.id} and path = ${reference.path} and deleted_at is null`;
}

/** Returns the page and locks it until the transaction ends. */
export async function lockPage({ db, site }: SiteScope, reference: PageReference): Promise<PageRow | undefined> {
  return "id" in reference
    ? db.first<PageRow>`
        select ${columns} from pages
         where site_id = ${site.id} and id = ${reference.id} and ${table("pages").present} for no key update`
    : db.first<PageRow>`
        select ${columns} from pages
         where site_id = ${site.id} and path = ${reference.path} and deleted_at is null for no key update`;
}

/** Omitted columns have defaults. */
type NewPage = Pick<PageRow, "id" | "title" | "path" | "pageType" | "locale"> &
  Partial<PageRow> & { searchTerms: string[] };

type Changes = Partial<Omit<PageRow, "id" | "version">> & { searchTerms?: string[]; deletedAt?: Date };

export const { insertUnique: insertPage, update: updatePage } = defineTable<PageRow, NewPage, Changes>("pages", {
  columns,
  lists: ["blocks"],
});

const maxRevisionsPerPage = 100;

/** Stores the content of the current revision and deletes the oldest ones. */
export async function insertRevision(
  { db, site }: SiteScope,
  id: string,
  page: Pick<PageRow, "id" | "revision" | "title"> & Partial<PageBody>,
  memberId: string | null,
  now: Date,
): Promise<void> {
  const { id: pageId, revision, title, bodyMarkdown = null, blocks } = page;
  const body = { bodyMarkdown, ...(blocks && { blocks: JSON.stringify(blocks) }) };
  const row = { siteId: site.id, id, pageId, revision, title, ...body, memberId, createdAt: now };
  await db.run`insert into page_revisions ${rows(row)}`;
  await db.run`
    delete from page_revisions
     where site_id = ${site.id} and page_id = ${pageId} and revision <= ${revision - maxRevisionsPerPage}`;
}

/** Removes the revision that the page has now. */
export const removeRevision = ({ db, site }: SiteScope, { id, revision }: Pick<PageRow, "id" | "revision">) =>
  db.run`
    delete from page_revisions where site_id = ${site.id} and page_id = ${id} and revision = ${revision}`;

export const findRevision = ({ db, site }: SiteScope, pageId: string, revision: number) =>
  db.first<Pick<PageRow, "title" | "blocks" | "bodyMarkdown" | "createdAt">>`
    select title, blocks, body_markdown, created_at from page_revisions
     where site_id = ${site.id} and page_id = ${pageId} and revision = ${revision}`;
