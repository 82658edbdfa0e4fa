import type { CommentView, DiscussionView } from "#pages/views/parts/discussion.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));

/** A discussion with threads in every state. */
export function sampleDiscussion(names: Names, here: string, csrf: string): DiscussionView {
  const question: CommentView = {
    id: "cmt_01k9g2c8p4e6t0v3x5y7z9b1d3",
    authorName: names.person,
    authorRole: "student",
    body: `${names.site}\n\n${names.client}`,
    status: "visible",
    createdAt: at(9),
    editedAt: at(10),
    version: 2,
    isOwn: true,
    isDeleted: false,
  };
  const answer: CommentView = {
    ...question,
    id: "cmt_01k9g2c8p4e6t0v3x5y7z9b1d4",
    authorName: names.client,
    authorRole: "lecturer",
    body: names.person,
    isOwn: false,
    editedAt: null,
  };
  const thread = { replies: [], hasMoreReplies: false };
  return {
    csrf,
    here,
    threads: [
      { ...question, replies: [answer], hasMoreReplies: true },
      { ...answer, ...thread, id: "cmt_01k9g2c8p4e6t0v3x5y7z9b1d5", authorName: null, status: "hidden" },
      {
        ...question,
        id: "cmt_01k9g2c8p4e6t0v3x5y7z9b1d6",
        isDeleted: true,
        isOwn: false,
        replies: [{ ...answer, id: "cmt_01k9g2c8p4e6t0v3x5y7z9b1d7" }],
        hasMoreReplies: false,
      },
    ],
    isOneThread: false,
    next: `${here}?after=cmt_01k9g2c8p4e6t0v3x5y7z9b1d7#discussion`,
    moderates: false,
    mayWrite: true,
    signIn: null,
    kept: { keeper: "keeper", cookie: "lectern_saved" },
    notice: "posted",
    refused: undefined,
  };
}
