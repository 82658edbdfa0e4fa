import { contentOf } from "#database/content/content-of.ts";
import type { Queries } from "#database/database.ts";
import { assignments, rows, sql } from "#database/statements/sql.ts";
import { searchVersion } from "#domain/platform/search/search-terms.ts";
import { type Site, type SiteRow, siteFrom } from "./site.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

// Sites are installation-wide: this table resolves host names.
const columns = sql`id, origin, host, name, description, default_locale, mode, is_demo, verified_sender, settings`;

export async function findSiteByHost(db: Queries, host: string): Promise<Site | undefined> {
  const row = await db.first<SiteRow>`select ${columns} from sites where host = ${host}`;
  return row && siteFrom(row);
}

export async function findSite(db: Queries, id: string): Promise<Site | undefined> {
  const row = await db.first<SiteRow>`select ${columns} from sites where id = ${id}`;
  return row && siteFrom(row);
}

/** Returns a site that other rows refer to. */
export const readSite = async (db: Queries, id: string): Promise<Site> =>
  siteFrom(await db.one<SiteRow>`select ${columns} from sites where id = ${id}`);

/** Ordered by id, which is by age, after the given one. */
export async function listSites(db: Queries, page: { after?: string | undefined; limit: number }): Promise<Site[]> {
  const after = page.after ?? nilUuid;
  const found =
    await db.many<SiteRow>`select ${columns} from sites where id > ${after} order by id limit ${page.limit}`;
  return found.map(siteFrom);
}

export async function listSitesById(db: Queries, ids: readonly string[]): Promise<Site[]> {
  const found = await db.many<SiteRow>`select ${columns} from sites where id = any(${ids}::uuid[]) order by id`;
  return found.map(siteFrom);
}

/** Lists demo sites, oldest first. */
export async function listDemoSites(db: Queries, limit: number): Promise<Site[]> {
  const found = await db.many<SiteRow>`select ${columns} from sites where is_demo order by id limit ${limit}`;
  return found.map(siteFrom);
}

/** Returns false if the origin or host is taken. Omitted settings keep their defaults. */
export async function insertSite(db: Queries, site: SiteRow, now: Date): Promise<boolean> {
  const inserted = await db.run`
    insert into sites ${rows({ ...site, id: contentOf(site.id), searchVersion, createdAt: now, updatedAt: now })}
    on conflict do nothing`;
  return inserted === 1;
}

export const countSites = async (db: Queries): Promise<number> =>
  (await db.one<{ count: number }>`select count(*) from sites`).count;

/** Marks demo sites of older releases. */
export async function markDemoSite(db: Queries, id: string, now: Date): Promise<void> {
  await db.run`update sites set is_demo = true, updated_at = ${now} where id = ${contentOf(id)} and not is_demo`;
}

export async function moveSite(db: Queries, id: string, place: { origin: string; host: string }, now: Date) {
  await db.run`update sites set origin = ${place.origin}, host = ${place.host}, updated_at = ${now} where id = ${contentOf(id)}`;
}

export async function updateSettings(db: Queries, id: string, changes: object, now: Date): Promise<void> {
  await db.run`update sites set settings = settings || ${changes}::jsonb, updated_at = ${now} where id = ${contentOf(id)}`;
}

/** Null: no address is verified. */
export async function setVerifiedSender(db: Queries, id: string, email: string | null, now: Date): Promise<void> {
  await db.run`update sites set verified_sender = ${email}, updated_at = ${now} where id = ${contentOf(id)}`;
}

/** Updates the display fields. All other columns affect routing and security. */
export async function updateSite(
  db: Queries,
  id: string,
  changes: Partial<Pick<Site, "name" | "description" | "defaultLocale">>,
  now: Date,
): Promise<void> {
  await db.run`update sites set ${assignments({ ...changes, updatedAt: now })} where id = ${contentOf(id)}`;
}
