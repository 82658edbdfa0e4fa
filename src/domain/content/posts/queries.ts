import { contentOf } from "#database/content/content-of.ts";
import { timestamps } from "#database/statements/timestamps.ts";
import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import { changedContent } from "#domain/platform/time/content-time.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import type { PostRow } from "./post.ts";

export const summaryColumns = sql`
  posts.id, posts.title, posts.slug, posts.excerpt, posts.access, posts.plan_ids, posts.status,
  posts.author_member_id, posts.category_id, posts.tags, posts.cover_file_id, posts.comments_enabled,
  posts.comment_count, posts.reading_minutes, posts.seo, posts.locale, posts.external_id, posts.metadata, posts.version,
  ${timestamps("posts", "published_at", "created_at", "updated_at")}`;

export const columns = sql`${summaryColumns}, posts.body_markdown, posts.body_html, posts.deleted_at`;

/** Returns the post and locks it until the transaction ends; by id, even a deleted one. */
export const lockPost = ({ db, site }: SiteScope, reference: Reference): Promise<PostRow | undefined> =>
  db.first<PostRow>`
    select ${columns} from posts
     where site_id = ${site.id} and ${table("posts").hasReference(reference, { orDeleted: true })} for no key update`;

/** Omitted columns have defaults. */
export type NewPost = Pick<PostRow, "id" | "title" | "slug" | "access" | "locale"> &
  Partial<PostRow> & { searchTerms: string[] };

export const {
  findByReference: findPost,
  insertUnique: insertPost,
  update: updatePost,
} = defineTable<PostRow, NewPost, Partial<Omit<PostRow, "id" | "version">> & { searchTerms?: string[] }>("posts", {
  columns,
});

/** Does not bump the version: responses already showed the post as published. */
export async function recordPublication({ db, site }: SiteScope, id: string, now: Date): Promise<void> {
  await db.run`
    update posts set status = 'published', updated_at = ${now}, ${changedContent} where site_id = ${contentOf(site.id)} and id = ${id}`;
}

/** Returns the first of these membership plans that does not exist. */
export async function missingPlan({ db, site }: SiteScope, ids: readonly string[]): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const existing = await db.many<{ id: string }>`
    select id from ${table("membership_plans").withIds(site.id, ids)}
     where membership_plans.deleted_at is null`;
  return ids.find((id) => !existing.some((plan) => plan.id === id));
}
