import type { AdminSectionName } from "#pages/admin/sections.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { commentList, type CommentList } from "#pages/views/admin/reviews/comments.ts";
import { enrollment } from "#pages/views/admin/members/enrollment.ts";
import { review } from "#pages/views/admin/reviews/review.ts";
import { reviewList, type ReviewList, type ReviewView } from "#pages/views/admin/reviews/reviews.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));

/** The admin pages of reviews, comments and enrollment. */
export function sampleReviews(admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] {
  const page = admin("reviews");
  const waiting: ReviewView = {
    id: "rev_01k9g2c8p4e6t0v3x5y7z9b1d3",
    version: 2,
    rating: 2,
    title: names.person,
    body: `${names.site}\n\n${names.client}`,
    status: "pending",
    reply: null,
    repliedAt: null,
    course: names.client,
    member: names.person,
    createdAt: at(9),
    editedAt: at(10),
  };
  const answered: ReviewView = {
    ...waiting,
    id: "rev_01k9g2c8p4e6t0v3x5y7z9b1d4",
    rating: 5,
    title: null,
    status: "published",
    reply: names.person,
    repliedAt: at(11),
    member: null,
    editedAt: null,
  };
  const view: ReviewList = {
    reviews: [waiting, answered, { ...waiting, id: "rev_01k9g2c8p4e6t0v3x5y7z9b1d5", body: "", status: "hidden" }],
    filter: "all",
    pages: { next: "/admin/reviews?status=all&cursor=x" },
    notice: "hidden",
    settings: { accept: true, moderation: "texts", names: "first" },
  };
  const comment = {
    id: "cmt_01k9g2c8p4e6t0v3x5y7z9b1d3",
    version: 1,
    status: "pending",
    body: `${names.site}\n\n${names.person}`,
    isReply: false,
    member: names.person,
    subject: names.client,
    href: "/learn/knots/lec_2?comment=cmt_1#cmt_1",
    createdAt: at(9),
    editedAt: at(10),
  } as const;
  const comments: CommentList = {
    comments: [
      comment,
      { ...comment, id: "cmt_01k9g2c8p4e6t0v3x5y7z9b1d4", status: "visible", isReply: true, editedAt: null },
      { ...comment, id: "cmt_01k9g2c8p4e6t0v3x5y7z9b1d5", status: "hidden", member: null, subject: null, href: null },
    ],
    filter: "pending",
    kind: "any",
    search: "",
    pages: { next: "/admin/comments?status=all&cursor=x" },
    notice: "hidden",
  };
  const requests = [
    { id: "erq_01k9g2c8p4e6t0v3x5y7z9b1d3", course: names.client, member: names.person, createdAt: at(9) },
  ];
  const policy = {
    policy: "approval",
    requests,
    pages: { next: "/admin/enrollment?cursor=x" },
    notice: "approved",
  } as const;
  return [
    ["admin-enrollment", enrollment(admin("enrollment"), policy)],
    ["admin-comments", commentList(admin("comments"), comments)],
    [
      "admin-comments-none",
      commentList(admin("comments"), { ...comments, comments: [], filter: "all", pages: {}, notice: undefined }),
    ],
    ["admin-reviews", reviewList(page, view)],
    ["admin-reviews-none", reviewList(page, { ...view, reviews: [], filter: "pending", pages: {}, notice: undefined })],
    ["admin-review", review(page, { review: waiting, typed: "", isTooLong: false, notice: "changed" })],
    ["admin-review-refused", review(page, { review: answered, typed: names.site, isTooLong: true, notice: undefined })],
  ];
}
