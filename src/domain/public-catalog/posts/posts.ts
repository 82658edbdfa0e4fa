import * as z from "zod";
import { untrusted } from "#lib/wire/untrusted.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyIdOf, type InOrder, oneOf, tagged, withPredicate } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { accesses } from "#domain/content/posts/post.ts";
import { notFound } from "#domain/platform/problem.ts";
import { plainText } from "#lib/text/plain-text.ts";
import { mayReadPost } from "./may-read-post.ts";
import { fileAddress, publicFile } from "../public-file.ts";

/** A public post without its text. */
const PublicPostSummary = z.object({
  id: Id("post"),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string().nullable(),
  access: z.enum(accesses),
  author: untrusted(z.string().nullable()),
  tags: z.array(z.string()),
  locale: z.string(),
  readingMinutes: z.number().int().min(0),
  publishedAt: Instant,
  coverUrl: z.string().nullable(),
  url: z.string(),
});
export type PublicPostSummary = z.output<typeof PublicPostSummary>;

const PublicPost = PublicPostSummary.extend({
  /** Null if the caller may not read the full text. */
  bodyMarkdown: z.string().nullable(),
  withheld: z
    .enum(["members", "plans"])
    .nullable()
    .meta({ description: "Audience of the full text, if it is withheld" }),
});

type Row = Omit<PublicPostSummary, "coverUrl" | "url"> & { coverFileId: string | null };

const columns: Sql = sql`
  posts.id, posts.slug, posts.title, posts.excerpt, posts.access, posts.tags, posts.locale, posts.reading_minutes,
  posts.published_at, ${publicFile(sql`posts`, sql`posts.cover_file_id`)} as cover_file_id,
  (select members.name from members
    where members.site_id = posts.site_id and members.id = posts.author_member_id) as author`;

/**
 * Condition for published posts. A scheduled post is published from its time on, even if its status has not been
 * updated yet.
 */
export const isPublishedPost = (now: Date): Sql => sql`
  posts.status in ('published', 'scheduled') and coalesce(posts.published_at, 'infinity') <= ${now}
  and posts.deleted_at is null`;

const published = (now: Date): InOrder => ({
  ...withPredicate(oneOf(sql`posts.status`, ["published", "scheduled"], sql`text[]`), sql`posts.deleted_at is null`),
  condition: isPublishedPost(now),
});

const posts = listing<Row>({
  kind: "post",
  table: sql`posts`,
  columns,
  searchable: true,
  keepsDeleted: false,
  defaultSort: "-publishedAt",
  sorts: {
    publishedAt: {
      column: sql`coalesce(posts.published_at, 'infinity')`,
      type: "timestamptz",
      of: (row: Row) => row.publishedAt,
    },
  },
  filters: {
    tag: tagged(sql`posts`),
    categoryId: anyIdOf(Id("postCategory"), sql`posts.category_id`, sql`posts.deleted_at is null`),
  },
});

export const browsePosts = operation({
  name: "browsePosts",
  summary: "List published posts",
  description: "Newest first, with their excerpts.",
  reads: forAnyone,
  input: posts.input.extend({ limit: z.number().int().min(1).max(100).default(20) }),
  output: pageSchemaOf(PublicPostSummary),
  run: async (context, input) =>
    mapPage(await posts.page(context, input, { confine: [published(context.now)] }), (row) => serialize(context, row)),
});

export const showPost = operation({
  name: "showPost",
  summary: "Retrieve a published post",
  description: "Reports why the text of a restricted post is withheld.",
  reads: forAnyone,
  input: z.object({ post: ReferenceTo("post") }),
  output: PublicPost,
  async run(context, { post: reference }) {
    const { planIds, categoryId, bodyMarkdown, bodyHtml, ...post } = await requirePublishedPost(context, reference);
    const serialized = { ...serialize(context, post), bodyMarkdown: null, withheld: null };
    if (post.access === "public" || (await mayReadPost(context, { access: post.access, planIds, categoryId }))) {
      return { ...serialized, bodyMarkdown: bodyMarkdown ?? plainText(bodyHtml) };
    }
    return { ...serialized, withheld: post.access };
  },
});

type Whole = Row & { planIds: string[]; categoryId: string | null; bodyMarkdown: string | null; bodyHtml: string };

async function requirePublishedPost({ db, site, now }: Context, reference: Reference): Promise<Whole> {
  const post = await db.first<Whole>`
    select ${columns}, posts.plan_ids, posts.category_id, posts.body_markdown, posts.body_html
      from ${table("posts").withReference(site.id, reference)}
     where posts.site_id = ${site.id} and ${isPublishedPost(now)}`;
  if (!post) throw notFound("post", "id" in reference ? "with this ID" : reference.slug);
  return post;
}

const serialize = <Input extends Row>(scope: SiteScope, { coverFileId, ...post }: Input) => ({
  ...post,
  coverUrl: fileAddress(scope, coverFileId),
  url: `${scope.site.origin}/posts/${post.slug}`,
});
