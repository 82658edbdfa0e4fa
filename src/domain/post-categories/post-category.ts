import * as z from "zod";
import { changesOf } from "#domain/changes/changes-of.ts";
import { ExternalId, Metadata, Name, Slug } from "#domain/fields.ts";
import { Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";

export const writablePostCategory = {
  name: Name,
  slug: Slug,
  position: z.number().int().min(0).max(1_000_000),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** What a post is about. */
export const PostCategory = z
  .object({
    object: z.literal("post_category"),
    id: Id("postCategory"),
    ...writablePostCategory,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "PostCategory" });

export const NewPostCategory = z.object(writablePostCategory).partial().required({ name: true });

export const PostCategoryChanges = changesOf(writablePostCategory);

export interface PostCategoryRow extends Omit<z.output<typeof PostCategory>, "object"> {
  version: number;
}

export const presentPostCategory = (category: PostCategoryRow) => ({ object: "post_category" as const, ...category });
