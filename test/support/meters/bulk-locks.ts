import { sql } from "#database/statements/sql.ts";
import { lockCourses } from "#domain/catalog/courses/queries.ts";
import { lockCurricula } from "#domain/catalog/curriculum/tree/tree-version.ts";
import { lockSubmissions } from "#domain/content/forms/store-submissions.ts";
import { lockReviewsFor } from "#domain/feedback/reviews/store-reviews.ts";
import { lockPairs } from "#domain/learning/enrollments/queries.ts";
import { lockMembers, lockNamed } from "#domain/people/members/bulk/lock-members.ts";
import { lockOrders } from "#domain/sales/orders/store-orders.ts";
import { lockSubscriptions } from "#domain/memberships/subscriptions/queries.ts";
import { lockSubscriptionsFor } from "#domain/memberships/subscriptions/store-subscriptions.ts";
import type { Update } from "./bulk-updates.ts";

interface Row {
  id: string;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

/** Functions that lock several rows, by their IDs or other keys. */
export const bulkLocks: Readonly<Record<string, Update>> = {
  lockCourses: {
    from: sql`select * from courses`,
    run: (context, rows: readonly (Row & { slug: string })[]) =>
      lockCourses(context, [...rows, ...rows.map(({ slug }) => ({ slug }))]),
  },
  lockCurricula: {
    from: sql`select * from lectures`,
    run: (context, rows: readonly Row[]) => lockCurricula(context, { lectureIds: idsOf(rows), sectionIds: [] }),
  },
  lockMembers: {
    from: sql`select * from members`,
    run: (context, rows: readonly { email: string }[]) => lockMembers(context, rows),
  },
  lockNamed: {
    from: sql`select * from members`,
    run: (context, rows: readonly (Row & { emailKey: string })[]) =>
      lockNamed(context, { ids: idsOf(rows), emailKeys: rows.map(({ emailKey }) => emailKey), externalIds: [] }),
  },
  lockOrders: {
    from: sql`select * from orders`,
    run: (context, rows: readonly (Row & { number: string })[]) =>
      lockOrders(context, { ids: idsOf(rows), numbers: rows.map(({ number }) => number) }),
  },
  lockPairs: {
    from: sql`select * from enrollments`,
    run: (context, rows: readonly { studentId: string; courseId: string }[]) =>
      lockPairs(
        context,
        rows.map(({ studentId }) => studentId),
        rows.map(({ courseId }) => courseId),
      ),
  },
  lockReviewsFor: {
    from: sql`select * from reviews`,
    run: (context, rows: readonly (Row & { courseId: string; memberId: string })[]) =>
      lockReviewsFor(context, idsOf(rows), rows),
  },
  lockSubmissions: {
    from: sql`select * from form_submissions`,
    run: (context, rows: readonly (Row & { formId: string; createdAt: Date })[]) =>
      lockSubmissions(context, idsOf(rows), rows),
  },
  lockSubscriptions: {
    from: sql`select * from subscriptions`,
    run: (context, rows: readonly Row[]) => lockSubscriptions(context, idsOf(rows)),
  },
  lockSubscriptionsFor: {
    // All subscriptions of a member are locked.
    from: sql`
      select * from subscriptions
       where not exists (select from subscriptions others
                          where others.site_id = subscriptions.site_id and others.member_id = subscriptions.member_id
                            and others.id <> subscriptions.id)`,
    run: (context, rows: readonly (Row & { memberId: string; planId: string })[]) =>
      lockSubscriptionsFor(context, {
        ids: idsOf(rows),
        memberIds: rows.map(({ memberId }) => memberId),
        planIds: rows.map(({ planId }) => planId),
      }),
  },
};
