import { assignments, rows, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/context.ts";
import type { PostCategoryRow } from "./post-category.ts";

export const columns = sql`
  post_categories.id, post_categories.name, post_categories.slug, post_categories.position,
  post_categories.external_id, post_categories.metadata, post_categories.version, post_categories.created_at,
  post_categories.updated_at`;

export const findPostCategory = ({ db, site }: SiteScope, id: string): Promise<PostCategoryRow | undefined> =>
  db.first<PostCategoryRow>`
    select ${columns} from post_categories where site_id = ${site.id} and id = ${id} and deleted_at is null`;

export const listPostCategoriesById = ({ db, site }: SiteScope, ids: readonly string[]): Promise<PostCategoryRow[]> =>
  db.many<PostCategoryRow>`
    select ${columns} from post_categories
     where site_id = ${site.id} and id = any(${ids}::uuid[]) and deleted_at is null`;

/** One held against other changes until the transaction ends. */
export const lockPostCategory = ({ db, site }: SiteScope, id: string): Promise<PostCategoryRow | undefined> =>
  db.first<PostCategoryRow>`
    select ${columns} from post_categories
     where site_id = ${site.id} and id = ${id} and deleted_at is null for no key update`;

/** Whether the site has it, and keeps it until the transaction ends. */
export const holdsPostCategory = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`
    select id from post_categories
     where site_id = ${site.id} and id = ${id} and deleted_at is null for key share`) !== undefined;

/** Whether a category other than their own has the slug. */
export const isSlugTaken = async ({ db, site }: SiteScope, slug: string, own?: string): Promise<boolean> => {
  const holder = await db.first<{ id: string }>`
    select id from post_categories where site_id = ${site.id} and slug = ${slug} and deleted_at is null`;
  return holder !== undefined && holder.id !== own;
};

/** Whether a category other than their own has the external id. Deleted ones keep theirs. */
export const isExternalIdTaken = async ({ db, site }: SiteScope, externalId: string, own?: string) => {
  const holder = await db.first<{ id: string }>`
    select id from post_categories where site_id = ${site.id} and external_id = ${externalId}`;
  return holder !== undefined && holder.id !== own;
};

/** False where the site has a category of this slug or external id already. */
export async function insertPostCategory(
  { db, site }: SiteScope,
  category: Pick<PostCategoryRow, "id" | "name" | "slug"> & Partial<PostCategoryRow>,
  now: Date,
): Promise<boolean> {
  const row = { siteId: site.id, ...category, createdAt: now, updatedAt: now };
  return (await db.run`insert into post_categories ${rows(row)} on conflict do nothing`) === 1;
}

export async function updatePostCategory(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Omit<PostCategoryRow, "id" | "version">> & { deletedAt?: Date },
  now: Date,
): Promise<void> {
  await db.run`
    update post_categories set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

export const hasPosts = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`
    select id from posts where site_id = ${site.id} and category_id = ${id} and deleted_at is null limit 1`) !==
  undefined;

/** Holds a category that is about to go, and its posts: none is filed in it before the transaction ends. */
export async function holdWithPosts({ db, site }: SiteScope, id: string): Promise<void> {
  const holdPosts = () => db.run`
    select id from posts where site_id = ${site.id} and category_id = ${id} order by id for no key update`;
  // Posts first, as whoever saves one does, and then those that were filed in it meanwhile.
  await holdPosts();
  await db.run`select id from post_categories where site_id = ${site.id} and id = ${id} for update`;
  await holdPosts();
}

/** Files the posts of one category under another, or under none; answers those that are not deleted. */
export async function movePosts(
  { db, site }: SiteScope,
  from: string,
  to: string | null,
  now: Date,
): Promise<string[]> {
  const moved = await db.many<{ id: string; deletedAt: Date | null }>`
    update posts set category_id = ${to}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and category_id = ${from}
    returning id, deleted_at`;
  return moved.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
}
