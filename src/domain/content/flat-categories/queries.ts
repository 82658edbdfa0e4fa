import { assignments, rows, type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { FlatCategories, FlatCategoryRow } from "./flat-category.ts";
import { tableNamed } from "#database/table/table.ts";

type Of = Pick<FlatCategories, "table" | "resources">;

export const columns = ({ table }: { table: Sql }): Sql => sql`
  ${table}.id, ${table}.name, ${table}.slug, ${table}.position, ${table}.external_id, ${table}.metadata,
  ${table}.version, ${table}.created_at, ${table}.updated_at`;

export const findCategory = ({ db, site }: SiteScope, of: Of, id: string): Promise<FlatCategoryRow | undefined> =>
  db.first<FlatCategoryRow>`
    select ${columns(of)} from ${of.table} where site_id = ${site.id} and id = ${id} and ${tableNamed(of.table).present}`;

export const listCategoriesById = (
  { db, site }: SiteScope,
  of: Pick<FlatCategories, "table">,
  ids: readonly string[],
): Promise<FlatCategoryRow[]> =>
  db.many<FlatCategoryRow>`
    select ${columns(of)} from ${of.table}
     where site_id = ${site.id} and id = any(${ids}::uuid[]) and ${tableNamed(of.table).present}`;

/** Returns the category and locks it until the transaction ends. */
export const lockCategory = ({ db, site }: SiteScope, of: Of, id: string): Promise<FlatCategoryRow | undefined> =>
  db.first<FlatCategoryRow>`
    select ${columns(of)} from ${of.table}
     where site_id = ${site.id} and id = ${id} and ${tableNamed(of.table).present} for no key update`;

/** Returns whether the category exists, and locks it against deletion. */
export const holdsCategory = async ({ db, site }: SiteScope, { table }: Of, id: string): Promise<boolean> =>
  (await db.first`
    select id from ${table} where site_id = ${site.id} and id = ${id} and ${tableNamed(table).present} for key share`) !==
  undefined;

/** Returns whether another category has the slug. */
export const isSlugTaken = async ({ db, site }: SiteScope, { table }: Of, slug: string, own?: string) => {
  const holder = await db.first<{ id: string }>`
    select id from ${table} where site_id = ${site.id} and slug = ${slug} and deleted_at is null`;
  return holder !== undefined && holder.id !== own;
};

/** Returns false if the site already has a category with this slug or external id. */
export async function insertCategory(
  { db, site }: SiteScope,
  { table }: Pick<FlatCategories, "table">,
  category: Pick<FlatCategoryRow, "id" | "name" | "slug"> & Partial<FlatCategoryRow>,
  now: Date,
): Promise<boolean> {
  const row = { siteId: site.id, ...category, createdAt: now, updatedAt: now };
  return (await db.run`insert into ${table} ${rows(row)} on conflict do nothing`) === 1;
}

export async function updateCategory(
  { db, site }: SiteScope,
  { table }: Of,
  id: string,
  changes: Partial<Omit<FlatCategoryRow, "id" | "version">> & { deletedAt?: Date },
  now: Date,
): Promise<void> {
  await db.run`
    update ${table} set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

/** Returns whether the category contains resources. */
export const hasResources = async ({ db, site }: SiteScope, { resources }: Of, id: string): Promise<boolean> =>
  (await db.first`
    select id from ${resources.table}
     where site_id = ${site.id} and category_id = ${id} and deleted_at is null limit 1`) !== undefined;

/** Locks a category for deletion with its resources: no resource can join it before the transaction ends. */
export async function lockWithResources({ db, site }: SiteScope, { table, resources }: Of, id: string): Promise<void> {
  const lockResources = () => db.run`
    select id from ${resources.table} where site_id = ${site.id} and category_id = ${id} order by id for no key update`;
  // Lock resources first, in the same order as saving does, and then those that were added in the meantime.
  await lockResources();
  await db.run`select id from ${table} where site_id = ${site.id} and id = ${id} for update`;
  await lockResources();
}

/** Moves resources to another category, or to none; returns those that are not deleted. */
export async function moveResources(
  { db, site }: SiteScope,
  { resources }: Of,
  from: string,
  to: string | null,
  now: Date,
): Promise<string[]> {
  const moved = await db.write.many<{ id: string; deletedAt: Date | null }>`
    update ${resources.table} set category_id = ${to}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and category_id = ${from}
    returning id, deleted_at`;
  return moved.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
}
