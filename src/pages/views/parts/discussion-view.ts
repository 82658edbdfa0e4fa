import type { Role } from "#access/roles.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import type { Markup } from "./markup.ts";

type Text = Catalogue["discussion"];

/** A comment with its encoded id: `cmt_…`. */
export type CommentView = {
  id: string;
  /** Null if the author has no name. */
  authorName: string | null;
  authorRole: Role;
  body: string;
  status: keyof Text["status"];
  createdAt: Date;
  editedAt: Date | null;
  version: number;
  isOwn: boolean;
  /** Sanitized HTML of the text. Null: the text is plain. */
  html: string | null;
  authorPictureUrl: string | null;
  authorTone: number;
  likeCount: number;
  isLiked: boolean;
  isDeleted: boolean;
};

export type DiscussionView = {
  csrf: string;
  /** Path of the page. */
  here: string;
  threads: readonly (CommentView & { replies: readonly CommentView[]; hasMoreReplies: boolean })[];
  /** True if only one thread is listed. */
  isOneThread: boolean;
  /** URL of the next page. */
  next: string | undefined;
  moderates: boolean;
  mayWrite: boolean;
  /** URL of the sign-in page, for visitors. */
  signIn: string | null;
  /** Undefined where the browser keeps nothing. */
  kept: { keeper: string; cookie: string } | undefined;
  notice: DiscussionNotice | undefined;
  /** Position of the page in the discussion, as a query. */
  at: string;
  /** The time at which ages of comments are computed. Null on pages that are cached. */
  now: Date | null;
  /** State of following, and the page of the course, for the discussion of a lecture. */
  ofLecture?: { isFollowing: boolean; courseDiscussion: string } | undefined;
  refused: RefusedComment | undefined;
};

export type DiscussionNotice = keyof Text["notice"];

/** A rejected form with the entered text. `commentId`: the comment that is replied to or edited. */
export type RefusedComment = {
  act: "write" | "reply" | "edit";
  commentId: string | undefined;
  problem: keyof Text["problem"];
  typed: string;
};

export type FormatTime = (at: Date) => Markup;
