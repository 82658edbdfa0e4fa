import { type Sql, sql } from "#database/statements/sql.ts";
import { arrangeAttachments } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import { arrangeSections, moveLectures } from "#domain/catalog/curriculum/ordering-queries.ts";
import { orderLecturers } from "#domain/catalog/lecturers/queries.ts";
import {
  insertSubmissions,
  type StoredSubmission,
  updateSubmissions,
} from "#domain/content/forms/store-submissions.ts";
import { insertComments, type StoredComment, updateComments } from "#domain/feedback/comments/store-comments.ts";
import { type StoredReview, updateReviews } from "#domain/feedback/reviews/store-reviews.ts";
import { countSoldOf } from "#domain/events/event-tickets/queries.ts";
import { countEnrolled, countSeats, extendEnrollments } from "#domain/learning/enrollments/queries.ts";
import { type StoredEnrollment, updateStored, restoreOrigins } from "#domain/learning/enrollments/store-enrollments.ts";
import { completeEnrollments } from "#domain/learning/progress/completion.ts";
import {
  keepActivityOf,
  type StoredProgress,
  storeProgress,
  restoreLastLectures,
} from "#domain/learning/progress/store-progress.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { updateMembers } from "#domain/people/members/bulk/update-members.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { moveRedemptions, type Redemption } from "#domain/offers/coupons/move-redemptions.ts";
import { type FormerLine, restoreLines } from "#domain/sales/fulfillment/former-lines.ts";
import { type StoredOrder, updateOrders } from "#domain/sales/orders/store-orders.ts";
import type { NewSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { insertSubscriptions } from "#domain/memberships/subscriptions/store-subscriptions.ts";
import { now } from "../clock.ts";
import type { Enrollment } from "../../../src/domain/learning/enrollments/enrollment.ts";
import { storePercent } from "../../../src/domain/learning/progress/progress-percent.ts";
import { countRatings } from "../../../src/domain/feedback/reviews/queries.ts";

export interface Update {
  /** The rows of all sites. */
  from: Sql;
  /** Sites had one row at the last analysis. For such tables all indexes look equal until the next one. */
  hasOneRow?: boolean;
  run: (context: Context, rows: readonly never[]) => Promise<unknown>;
}

interface Row {
  id: string;
}

const byId = <Value>(rows: readonly Row[], value: Value) => new Map(rows.map(({ id }) => [id, value]));
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
const copiesOf = <Copy extends Row>(rows: readonly Copy[]): Copy[] =>
  rows.map((row) => ({ ...row, id: newId(), externalId: null }));

const enrollments = sql`select * from enrollments`;
const redemptions = sql`select * from coupon_redemptions where order_id is not null`;
const comments = sql`select * from comments`;

/** Functions that update several rows by key. */
export const bulkUpdates: Readonly<Record<string, Update>> = {
  arrangeAttachments: {
    from: sql`select * from attachments`,
    run: (context, rows: readonly Row[]) => arrangeAttachments(context, idsOf(rows), now()),
  },
  arrangeSections: {
    from: sql`select * from sections`,
    run: (context, rows: readonly Row[]) => arrangeSections(context, idsOf(rows), now()),
  },
  completeEnrollments: {
    from: enrollments,
    run: (context, rows: readonly Enrollment[]) =>
      completeEnrollments(
        context,
        rows.map((row) => ({ ...row, at: now() })),
        { certificates: false },
      ),
  },
  countEnrolled: {
    from: sql`select * from courses`,
    run: (context, rows: readonly Row[]) => countEnrolled(context, byId(rows, 1), now()),
  },
  countRatings: {
    from: sql`select * from courses`,
    run: (context, rows: readonly Row[]) => countRatings(context, idsOf(rows)),
  },
  countSeats: {
    from: sql`select * from course_plans`,
    run: (context, rows: readonly Row[]) => countSeats(context, byId(rows, 1), now()),
  },
  countSoldOf: {
    from: sql`select * from event_tickets`,
    run: (context, rows: readonly Row[]) => countSoldOf(context, byId(rows, 1), now()),
  },
  extendEnrollments: {
    from: enrollments,
    run: (context, rows: readonly Row[]) =>
      extendEnrollments(
        context,
        rows.map(({ id }) => ({ id, expiresAt: null })),
      ),
  },
  insertComments: {
    from: comments,
    run: (context, rows: readonly StoredComment[]) =>
      insertComments(
        context,
        copiesOf(rows).map((reply, index) => ({
          ...reply,
          parentId: rows[index]!.id,
          threadId: rows[index]!.id,
          authorRole: "lecturer" as const,
        })),
        now(),
      ),
  },
  insertSubmissions: {
    from: sql`
      select form_submissions.*, forms.id as form_id from forms
       cross join lateral (select * from form_submissions where form_submissions.site_id = forms.site_id limit 1) as form_submissions`,
    run: (context, rows: readonly StoredSubmission[]) => insertSubmissions(context, copiesOf(rows), now()),
  },
  insertSubscriptions: {
    from: sql`
      select subscriptions.*, membership_plans.id as plan_id from membership_plans
       cross join lateral (select * from subscriptions where subscriptions.site_id = membership_plans.site_id limit 1) as subscriptions`,
    run: (context, rows: readonly NewSubscription[]) => insertSubscriptions(context, copiesOf(rows), now()),
  },
  keepActivityOf: {
    from: sql`select * from members`,
    run: (context, rows: readonly Row[]) => keepActivityOf(context, byId(rows, now())),
  },
  moveLectures: {
    from: sql`select * from lectures`,
    run: (context, rows: readonly Row[]) =>
      moveLectures(
        context,
        rows.map(({ id }, position) => ({ id, sectionId: null, position })),
        now(),
      ),
  },
  moveRedemptions: {
    from: redemptions,
    run: (context, rows: readonly Redemption[]) =>
      moveRedemptions(
        context,
        rows.map((before) => ({ before, after: { ...before, amount: before.amount + 1 } })),
      ),
  },
  "moveRedemptions to none": {
    from: redemptions,
    run: (context, rows: readonly Redemption[]) =>
      moveRedemptions(
        context,
        rows.map((before) => ({ before, after: undefined })),
      ),
  },
  orderLecturers: {
    from: sql`select * from lecturers`,
    hasOneRow: true,
    run: (context, rows: readonly Row[]) => orderLecturers(context, idsOf(rows), now()),
  },
  restoreLastLectures: {
    from: enrollments,
    run: (context, rows: readonly Row[]) =>
      restoreLastLectures(
        context,
        rows.map(({ id }) => ({ id, lastLectureId: null, lastPositionSeconds: null, lastActivityAt: now() })),
      ),
  },
  restoreLines: {
    from: sql`select * from order_lines`,
    run: (context, rows: readonly FormerLine[]) => restoreLines(context, rows),
  },
  restoreOrigins: {
    from: enrollments,
    run: (context, rows: readonly Row[]) =>
      restoreOrigins(
        context,
        rows.map(({ id }) => ({ id, source: "purchase", sourceId: null, revokedFor: null, revokedAt: null })),
      ),
  },
  storePercent: {
    from: enrollments,
    run: (context, rows: readonly { id: string; courseId: string }[]) => storePercent(context, rows, now()),
  },
  storeProgress: {
    from: sql`select * from lecture_progress`,
    run: (context, rows: readonly StoredProgress[]) => storeProgress(context, rows),
  },
  updateComments: {
    from: comments,
    run: (context, rows: readonly StoredComment[]) => updateComments(context, rows, now()),
  },
  updateMembers: {
    from: sql`select * from members`,
    run: (context, rows: readonly MemberRecord[]) =>
      updateMembers(
        context,
        rows.map((existing) => ({ existing, changes: { phone: "+49 30 1" }, versions: 1 })),
        now(),
      ),
  },
  updateOrders: {
    from: sql`select * from orders`,
    run: (context, rows: readonly StoredOrder[]) => updateOrders(context, rows, now()),
  },
  updateReviews: {
    from: sql`select * from reviews`,
    run: (context, rows: readonly StoredReview[]) => updateReviews(context, rows, now()),
  },
  updateStored: {
    from: enrollments,
    run: (context, rows: readonly StoredEnrollment[]) => updateStored(context, rows, now()),
  },
  updateSubmissions: {
    from: sql`select * from form_submissions`,
    run: (context, rows: readonly StoredSubmission[]) => updateSubmissions(context, rows, now()),
  },
};
