import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import type { Context } from "#domain/platform/context.ts";
import {
  ExternalId,
  Html,
  htmlUpTo,
  LanguageTag,
  Markdown,
  Metadata,
  Seo,
  Slug,
  Tags,
} from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

export const postStatuses = ["draft", "scheduled", "published", "archived"] as const;
export type PostStatus = (typeof postStatuses)[number];

export const accesses = ["public", "members", "plans"] as const;

export const writablePost = {
  title: trimmed().min(1, "Expected a title.").max(200),
  slug: Slug,
  excerpt: trimmed().max(1000).nullable(),
  access: z.enum(accesses),
  /** For access by plans: subscribers of any of these can read the post. */
  planIds: z.array(Id("membershipPlan")).max(50),
  authorMemberId: Id("member"),
  categoryId: Id("postCategory").nullable(),
  tags: Tags,
  coverFileId: Id("file").nullable(),
  commentsEnabled: z.boolean(),
  seo: Seo,
  locale: LanguageTag,
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** Input text of a post: either Markdown or HTML. */
export const BodyInput = z
  .object({
    bodyMarkdown: Markdown,
    bodyHtml: htmlUpTo(200_000, "HTML, instead of Markdown. It is sanitized."),
  })
  .partial();
export type BodyInput = z.output<typeof BodyInput>;

/** A blog post of a school. */
export const Post = versionedResource("post", {
  ...writablePost,
  authorMemberId: Id("member").nullable(),
  bodyMarkdown: Markdown.nullable().meta({ description: "Null if the post was written as HTML" }),
  bodyHtml: Html,
  status: z.enum(postStatuses),
  publishAt: Instant.nullable().meta({ description: "The time at which a scheduled post is published" }),
  publishedAt: Instant.nullable(),
  coverUrl: z.string().nullable(),
  commentCount: z.number().int().min(0),
  readingMinutes: z.number().int().min(0),
  /** Public URL. */
  url: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A post in lists, without its text. */
export const PostSummary = Post.omit({ bodyMarkdown: true, bodyHtml: true }).meta({ id: "PostSummary" });

export const NewPostFields = z
  .object({ ...writablePost, ...BodyInput.shape })
  .partial()
  .required({ title: true, access: true });
export type NewPostFields = z.output<typeof NewPostFields>;

export const PostChanges = patchSchemaOf(writablePost).extend(BodyInput.shape);
export type PostChanges = z.output<typeof PostChanges>;

/** A stored post. For a scheduled one, `publishedAt` is the scheduled time. */
export interface PostRow extends Omit<z.output<typeof Post>, "object" | "publishAt" | "coverUrl" | "url"> {
  version: number;
  deletedAt: Date | null;
}

/** Returns the effective status: a scheduled post counts as published from its time on, even before the job runs. */
export const statusAt = ({ status, publishedAt }: Pick<PostRow, "status" | "publishedAt">, now: Date): PostStatus =>
  status === "scheduled" && publishedAt !== null && publishedAt <= now ? "published" : status;

type Serialized<Row> = Row & {
  object: "post";
  publishAt: Date | null;
  coverUrl: string | null;
  url: string;
};

/** Serializes a post with the fields derived from its row, the site and the time. */
export function serializePost<Row extends Pick<PostRow, "slug" | "status" | "publishedAt" | "coverFileId">>(
  { site, now }: Pick<Context, "site" | "now">,
  post: Row,
): Serialized<Row> {
  const status = statusAt(post, now);
  const isWaiting = status === "scheduled";
  return {
    ...post,
    object: "post",
    status,
    publishAt: isWaiting ? post.publishedAt : null,
    publishedAt: isWaiting ? null : post.publishedAt,
    coverUrl: post.coverFileId === null ? null : `${site.origin}/files/${formatId("file", post.coverFileId)}`,
    url: `${site.origin}/posts/${post.slug}`,
  };
}
