import { listAllFormSubmissions } from "#domain/content/forms/list-forms.ts";
import { getComment, listComments } from "#domain/feedback/comments/list-comments.ts";
import { listReviews } from "#domain/feedback/reviews/operations.ts";
import { getEnrollment, listEnrollments } from "#domain/learning/enrollments/list-enrollments.ts";
import { listLectureProgress } from "#domain/learning/progress/list-lecture-progress.ts";
import { getMember, listMembers } from "#domain/people/members/list-members.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { getOrder, listOrders } from "#domain/sales/orders/list-orders.ts";
import { getSubscription, listSubscriptions } from "#domain/memberships/subscriptions/list-subscriptions.ts";

/** Lists whose rows are imported by the importer of their records. */
export interface RecordResource {
  list: Operation;
  /** Reads one row by its `id`. */
  get?: Operation;
  /** Fields that identify a row at its site. */
  key: readonly string[];
}

export const recordResources = {
  members: { list: listMembers, get: getMember, key: ["email"] },
  enrollments: { list: listEnrollments, get: getEnrollment, key: ["student_id", "course_id"] },
  lecture_progress: { list: listLectureProgress, key: ["student_id", "lecture_id"] },
  subscriptions: { list: listSubscriptions, get: getSubscription, key: ["member_id", "plan_id", "starts_at"] },
  orders: { list: listOrders, get: getOrder, key: ["number"] },
  reviews: { list: listReviews, key: ["member_id", "course_id"] },
  comments: { list: listComments, get: getComment, key: ["author.member_id", "commentable.id", "created_at"] },
  form_submissions: { list: listAllFormSubmissions, key: ["form_id", "member_id", "created_at"] },
} as const satisfies Record<string, RecordResource>;

export type ArchivedRecords = keyof typeof recordResources;

/** History without an operation that creates it. */
export const restoredNames = [
  "quiz_attempts",
  "certificates",
  "submissions",
  "consulting_sessions",
  "consulting_bookings",
  "enrollment_requests",
  "refund_policies",
  "member_notes",
  "invitations",
  "notification_choices",
  "vouchers",
  "webhook_endpoints",
] as const;

/** Lists of the people of a row, which can be very long. */
export const peopleNames = ["group_students", "digital_product_grants"] as const;
