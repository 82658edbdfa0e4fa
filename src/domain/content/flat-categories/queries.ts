import { contentIn } from "#database/content/content-of.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { FlatCategories, FlatCategoryRow } from "./flat-category.ts";
import { tableNamed } from "#database/table/table.ts";

type Of = Pick<FlatCategories, "table" | "resources">;

export const listCategoriesById = (
  { db, site }: SiteScope,
  of: Pick<FlatCategories, "table" | "rows">,
  ids: readonly string[],
): Promise<FlatCategoryRow[]> =>
  db.many<FlatCategoryRow>`
    select ${of.rows.columns} from ${of.table}
     where site_id = ${site.id} and id = any(${ids}::uuid[]) and ${tableNamed(of.table).present}`;

/** Returns whether the category exists, and locks it against deletion. */
export const lockCategoryIfExists = async ({ db, site }: SiteScope, { table }: Of, id: string): Promise<boolean> =>
  (await db.first`
    select id from ${table} where site_id = ${site.id} and id = ${id} and ${tableNamed(table).present} for key share`) !==
  undefined;

/** Returns whether another category has the slug. */
export const isSlugTaken = async ({ db, site }: SiteScope, { table }: Of, slug: string, exceptId?: string) => {
  const holder = await db.first<{ id: string }>`
    select id from ${table} where site_id = ${site.id} and slug = ${slug} and deleted_at is null`;
  return holder !== undefined && holder.id !== exceptId;
};

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
     where site_id = ${contentIn(resources.table, site.id)} and category_id = ${from}
    returning id, deleted_at`;
  return moved.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
}
