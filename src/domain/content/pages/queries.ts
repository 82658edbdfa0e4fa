import { assignments, rows, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { PageBody } from "./page-body.ts";
import type { PageReference } from "./page-path.ts";
import type { PageRow } from "./page.ts";

export const summaryColumns = sql`
  pages.id, pages.title, pages.path, pages.page_type, pages.locale, pages.status, pages.published_at, pages.layout,
  pages.seo, pages.show_in_sitemap, pages.revision, pages.external_id, pages.metadata, pages.version, pages.created_at,
  pages.updated_at`;

const columns = sql`${summaryColumns}, pages.blocks, pages.body_markdown, pages.body_html`;

/** By its id or path, as an address names it. */
export async function findPage({ db, site }: SiteScope, reference: PageReference): Promise<PageRow | undefined> {
  return "id" in reference
    ? db.first<PageRow>`
        select ${columns} from pages where site_id = ${site.id} and id = ${reference.id} and deleted_at is null`
    : db.first<PageRow>`
        select ${columns} from pages where site_id = ${site.id} and path = ${reference.path} and deleted_at is null`;
}

/** The same, held against other changes until the transaction ends. */
export async function lockPage({ db, site }: SiteScope, reference: PageReference): Promise<PageRow | undefined> {
  return "id" in reference
    ? db.first<PageRow>`
        select ${columns} from pages
         where site_id = ${site.id} and id = ${reference.id} and deleted_at is null for no key update`
    : db.first<PageRow>`
        select ${columns} from pages
         where site_id = ${site.id} and path = ${reference.path} and deleted_at is null for no key update`;
}

/** Deleted ones too: they keep theirs. */
export const findPageByExternalId = ({ db, site }: SiteScope, externalId: string) =>
  db.first<{ id: string }>`select id from pages where site_id = ${site.id} and external_id = ${externalId}`;

/** What is left out has the default of its column. */
type NewPage = Pick<PageRow, "id" | "title" | "path" | "pageType" | "locale"> &
  Partial<PageRow> & { searchTerms: string[] };

/** False where the site has a page of this path or external id already. */
export async function insertPage({ db, site }: SiteScope, page: NewPage, now: Date): Promise<boolean> {
  const row = { siteId: site.id, ...page, ...asJson(page), createdAt: now, updatedAt: now };
  return (await db.run`insert into pages ${rows(row)} on conflict do nothing`) === 1;
}

type Changes = Partial<Omit<PageRow, "id" | "version">> & { searchTerms?: string[]; deletedAt?: Date };

export async function updatePage({ db, site }: SiteScope, id: string, changes: Changes, now: Date): Promise<void> {
  await db.run`
    update pages set ${assignments({ ...changes, ...asJson(changes), updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

/** A list would be sent as one of PostgreSQL's. */
const asJson = ({ blocks }: { blocks?: PageRow["blocks"] }) => (blocks ? { blocks: JSON.stringify(blocks) } : {});

/** How many revisions of a page are kept. */
const keptRevisions = 100;

/** Keeps what a page says at its revision, and drops what is too old. */
export async function insertRevision(
  { db, site }: SiteScope,
  id: string,
  page: Pick<PageRow, "id" | "revision" | "title"> & Partial<PageBody>,
  memberId: string | null,
  now: Date,
): Promise<void> {
  const { id: pageId, revision, title, bodyMarkdown = null } = page;
  const row = { siteId: site.id, id, pageId, revision, title, bodyMarkdown, ...asJson(page), memberId, createdAt: now };
  await db.run`insert into page_revisions ${rows(row)}`;
  await db.run`
    delete from page_revisions
     where site_id = ${site.id} and page_id = ${pageId} and revision <= ${revision - keptRevisions}`;
}

export const findRevision = ({ db, site }: SiteScope, pageId: string, revision: number) =>
  db.first<Pick<PageRow, "title" | "blocks" | "bodyMarkdown">>`
    select title, blocks, body_markdown from page_revisions
     where site_id = ${site.id} and page_id = ${pageId} and revision = ${revision}`;
