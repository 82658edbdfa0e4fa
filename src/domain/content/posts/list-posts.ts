import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import {
  all,
  anyIdOf,
  anyOf,
  asSql,
  changeTimes,
  indexedBy,
  type InOrder,
  oneOf,
  range,
  tagged,
  withoutIndex,
  withPredicate,
} from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { ownPosts, requirePostToRead } from "./own-posts.ts";
import { accesses, Post, postStatuses, type PostRow, type PostStatus, PostSummary, serializePost } from "./post.ts";
import { summaryColumns } from "./queries.ts";

type Listed = Omit<PostRow, "bodyMarkdown" | "bodyHtml" | "deletedAt">;

/** Unpublished posts sort after all others. Must match the index expression. */
const publication = sql`coalesce(posts.published_at, 'infinity')`;

const posts = listing<Listed>({
  kind: "post",
  table: sql`posts`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", title: "text", publishedAt: "timestamptz or infinity" },
  filters: {
    access: withoutIndex(anyOf(z.enum(accesses), sql`posts.access`)),
    categoryId: anyIdOf(Id("postCategory"), sql`posts.category_id`),
    tag: tagged(sql`posts`),
    authorId: anyIdOf(Id("member"), sql`posts.author_member_id`),
    ...changeTimes(sql`posts`),
  },
});

/** Status filters depend on the time: a scheduled post counts as published once its time has passed. */
const timely = {
  status: z.array(z.enum(postStatuses)).min(1).optional(),
  publishedAt: range(Instant, publication).input.optional(),
};

export const listPosts = operation({
  name: "listPosts",
  summary: "List posts",
  description: "Includes drafts.",
  reads: "posts:read",
  input: posts.input.extend(timely),
  output: pageSchemaOf(PostSummary),
  async run(context, input) {
    const { now } = context;
    const published = input.publishedAt && publishedWithin(input.publishedAt, now);
    const confine = [
      ownPosts(context),
      input.status && hasStatus(input.status, now),
      published && indexedBy(publication, published),
    ];
    return mapPage(await posts.page(context, input, { confine }), (post) => serializePost(context, post));
  },
});

export const getPost = operation({
  name: "getPost",
  summary: "Retrieve a post",
  reads: "posts:read",
  input: z.object({ post: ReferenceTo("post") }),
  output: Post,
  async run(context, { post: reference }) {
    return serializePost(context, await requirePostToRead(context, reference));
  },
});

/** Stored statuses of posts with one of these statuses. */
const storedAs = (statuses: readonly PostStatus[]) =>
  statuses.includes("published") ? [...new Set([...statuses, "scheduled"])] : statuses;

const hasStatus = (statuses: readonly PostStatus[], now: Date): InOrder => ({
  ...withPredicate(oneOf(sql`posts.status`, storedAs(statuses), sql`text[]`), sql`posts.deleted_at is null`),
  condition: statusIn(statuses, now),
});

function statusIn(statuses: readonly PostStatus[], now: Date): Sql {
  const stored = statuses.filter((status) => status !== "scheduled");
  const conditions = [
    sql`posts.status = any(${stored})`,
    ...(statuses.includes("published") ? [sql`(posts.status = 'scheduled' and posts.published_at <= ${now})`] : []),
    ...(statuses.includes("scheduled") ? [sql`(posts.status = 'scheduled' and posts.published_at > ${now})`] : []),
  ];
  return sql`(${conditions.reduce((left, right) => sql`${left} or ${right}`)})`;
}

type Bounds = Partial<Record<"gte" | "gt" | "lte" | "lt", Date>> & { is?: "null" | "not_null" };

/** A publication time in the future does not count. */
function publishedWithin({ is, ...bounds }: Bounds, now: Date): Sql | undefined {
  const condition = range(Instant, publication).condition(bounds);
  const within = condition && asSql(condition);
  return all([
    within,
    within || is === "not_null" ? sql`${publication} <= ${now}` : undefined,
    is === "null" ? sql`${publication} > ${now}` : undefined,
  ]);
}
