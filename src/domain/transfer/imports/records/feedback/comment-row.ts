import * as z from "zod";
import { roles } from "#access/roles.ts";
import { commentableTypes, commentStatuses } from "#domain/feedback/comments/comment.ts";
import { ExternalId } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Start } from "#domain/platform/time/instant.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { MetadataChanges } from "#domain/platform/metadata.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/** A comment on a resource; `created_at` is its timestamp. */
export const CommentRowIn = z.object({
  id: Id("comment").optional(),
  externalId: ExternalId.nullable().optional(),
  commentable: z
    .object({
      type: z.enum(commentableTypes),
      id: z.string().max(60).nullable().optional(),
      externalId: ExternalId.nullable().optional(),
    })
    .optional(),
  parentId: Id("comment").nullable().optional(),
  parentExternalId: ExternalId.nullable().optional(),
  author: z
    .object({
      memberId: Id("member").nullable().optional(),
      externalId: ExternalId.nullable().optional(),
      email: EmailAddress.nullable().optional(),
      name: z.unknown().optional(),
      role: z.enum(roles).nullable().optional(),
    })
    .optional(),
  body: trimmed().min(1).max(100_000).optional(),
  status: z.enum(commentStatuses).optional(),
  likeCount: z.number().int().min(0).max(1_000_000_000).optional(),
  editedAt: Start.nullable().optional(),
  createdAt: Start.optional(),
  metadata: MetadataChanges.optional(),
});
export type CommentRowIn = z.output<typeof CommentRowIn>;
