import type { Context } from "#domain/platform/context.ts";
import { publicName } from "#lib/text/public-name.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { type SchoolSettings, settingsFrom } from "#domain/site/school/settings.ts";
import type { CommentRow } from "./comment.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import type { DiscussedComment } from "./shown-columns.ts";

/** A comment as one person sees it. */
export interface VisibleComment extends Pick<
  CommentRow,
  "id" | "authorRole" | "body" | "status" | "createdAt" | "editedAt" | "version" | "likeCount"
> {
  /** Sanitized HTML of the text. Null: show the text as it was written. */
  html: string | null;
  /** Null for visitors, and where the school abbreviates names. */
  authorPictureUrl: string | null;
  /** A number from 0 to 7 that stays the same for an author. */
  authorTone: number;
  isLiked: boolean;
  /** Abbreviated as the school decides. Null if the author has no name. */
  authorName: string | null;
  isOwn: boolean;
  /** Deleted by its author or the staff, but with replies. */
  isDeleted: boolean;
}

type Names = SchoolSettings["privacy"]["namesInComments"];

export const namesInComments = async (context: Context): Promise<Names> =>
  settingsFrom((await findSchool(context)).settings).privacy.namesInComments;

/** Staff speak for the school: their names are not abbreviated. */
export const nameOfAuthor = (name: string | null, role: CommentRow["authorRole"], names: Names): string | null =>
  publicName(name, role === "student" ? names : "full");

/** Describes a comment for one person. `memberId`: the reader. Null: a visitor. */
export function showComment(
  { site }: Context,
  comment: DiscussedComment,
  memberId: string | null,
  names: Names,
): VisibleComment {
  const { id, authorId, authorRole, authorName, body, bodyHtml, status, createdAt, editedAt, version } = comment;
  // The text of an erased person is empty.
  const isDeleted = comment.deletedAt !== null || body === "";
  const hasFace = !isDeleted && memberId !== null && (names === "full" || authorRole !== "student");
  return {
    id,
    authorRole,
    authorName: isDeleted ? null : nameOfAuthor(authorName, authorRole, names),
    authorPictureUrl: hasFace ? publicFileUrl(site, comment.authorPictureId) : null,
    authorTone: isDeleted ? 0 : Number.parseInt(authorId.slice(-1), 16) % tones,
    body,
    html: bodyHtml,
    status,
    createdAt,
    editedAt,
    version,
    likeCount: comment.likeCount,
    isLiked: comment.isLiked,
    isOwn: !isDeleted && authorId === memberId,
    isDeleted,
  };
}

/** Colors of people without a picture. */
const tones = 8;
