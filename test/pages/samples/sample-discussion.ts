import type { CommentView, DiscussionView } from "#pages/views/parts/discussion-view.ts";
import type { CourseDiscussionPage } from "#pages/views/learn/course-discussion.ts";
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
    html: null,
    authorPictureUrl: null,
    authorTone: 2,
    likeCount: 0,
    isLiked: false,
  };
  const answer: CommentView = {
    ...question,
    id: "cmt_01k9g2c8p4e6t0v3x5y7z9b1d4",
    authorName: names.client,
    authorRole: "lecturer",
    body: names.person,
    isOwn: false,
    editedAt: null,
    html: "<p>To be <strong>safe</strong>.</p>",
    authorTone: 5,
    likeCount: 3,
    isLiked: true,
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
    at: "",
    now: at(20),
    ofLecture: { isFollowing: true, courseDiscussion: "/learn/loops/discussion" },
    refused: undefined,
  };
}

/** The discussions of a course: a question without an answer, and a thread of the staff. */
export function sampleCourseDiscussion(names: Names): CourseDiscussionPage {
  const thread = {
    id: "cmt_01k9g2c8p4e6t0v3x5y7z9b1d3",
    href: "/learn/loops/lec_01?comment=cmt_01k9g2c8p4e6t0v3x5y7z9b1d3",
    lecture: { title: names.site, href: "/learn/loops/lec_01" },
    authorName: names.person,
    authorRole: "student" as const,
    authorPictureUrl: null,
    authorTone: 1,
    excerpt: names.client,
    replyCount: 0,
    likeCount: 2,
    activeAt: at(18),
    isAnswered: false,
  };
  return {
    course: { name: names.client, href: "/learn/loops" },
    filters: { every: "/learn/loops/discussion", unanswered: "/learn/loops/discussion?show=unanswered" },
    unanswered: false,
    now: at(20),
    threads: [
      thread,
      {
        ...thread,
        authorName: null,
        authorRole: "lecturer",
        authorTone: 6,
        replyCount: 4,
        likeCount: 0,
        isAnswered: true,
      },
    ],
    ask: {
      csrf: "c",
      action: "/learn/loops/discussion",
      lectures: [
        { id: "lec_1", title: names.client, isChosen: false },
        { id: "lec_2", title: names.person, isChosen: true },
      ],
      kept: { keeper: "k", cookie: "saved" },
      refused: undefined,
    },
    pages: { next: "/learn/loops/discussion?after=x", first: "/learn/loops/discussion" },
  };
}
