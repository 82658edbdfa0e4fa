import type { Queries } from "#database/database.ts";
import type { DeferredWork } from "#database/statements/deferred-work.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { issueOnCompletion } from "#domain/learning/certificates/issue.ts";
import { enrollmentEvent } from "#domain/learning/enrollments/enrollment-event.ts";
import type { Enrollment } from "#domain/learning/enrollments/enrollment.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import type { Context } from "#domain/platform/context.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { fulfilledAmong } from "./completion.ts";

type Completable = Pick<Enrollment, "id" | "studentId" | "courseId">;

interface Options {
  /** False for imported history: certificates are imported as well. */
  certificates?: boolean;
}

/** Condition on enrollments that are neither completed nor closed. A CASE, as `present` of `database/table`. */
const isUnderWay = sql`(case when status in ('active', 'scheduled') and deleted_at is null then true end)`;

/** Condition on enrollments that a change of their course can complete: started and open. */
export const canBeCompleted = (now: Date): Sql => sql`
  ${isUnderWay} and last_activity_at is not null and (expires_at is null or expires_at > ${now})`;

/**
 * Completes enrollments that meet the conditions of their courses, with events and certificates. Every completion goes
 * through this function, and each enrollment is completed once. The caller has locked them. Returns their number.
 */
export async function completeEnrollments(
  context: Context,
  fulfilled: readonly (Completable & { at: Date })[],
  { certificates = true }: Options = {},
): Promise<number> {
  if (fulfilled.length === 0) return 0;
  const { db, site, now } = context;
  const times = fulfilled.map(({ at }) => at);
  const ids = fulfilled.map(({ id }) => id);
  const changed = await db.write.many<{ id: string }>`
    update enrollments
       set status = 'completed', completed_at = changed.at, updated_at = ${now}, version = enrollments.version + 1
      ${table("enrollments").fromEach(site.id, sql`unnest(${ids}::uuid[], ${times}::timestamptz[]) as input (id, at)`)} and ${isUnderWay}
    returning enrollments.id`;
  const done = new Set(changed.map(({ id }) => id));
  const completed = fulfilled.filter(({ id }) => done.has(id));
  await recordEvents(
    context,
    completed.map((enrollment) => enrollmentEvent("enrollment.completed", enrollment)),
  );
  if (certificates) for (const enrollment of completed) await issueOnCompletion(context, enrollment);
  // Students show the number of completed courses.
  await markMembersUpdated(
    context,
    completed.map(({ studentId }) => studentId),
  );
  return completed.length;
}

/** Completes those of the enrollments that are open and meet the conditions of their courses. Returns their number. */
export async function completeFulfilled(context: Context, ids: readonly string[]): Promise<number> {
  const { db, site, now } = context;
  if (ids.length === 0) return 0;
  const open = await db.many<Completable>`
    select id, student_id, course_id from ${table("enrollments").withIds(site.id, ids)}
     where ${canBeCompleted(now)}
     order by id for no key update`;
  // A separate statement, because the one that locks sees what was committed before it began.
  const fulfilled = await fulfilledAmong(context, open);
  const met = open.filter(({ id }) => fulfilled.has(id));
  await completeEnrollments(
    context,
    met.map((enrollment) => ({ ...enrollment, at: now })),
  );
  return met.length;
}

/** The course may have changed, or progress may have been reported, while the enrollments were closed. */
const reconsidering: DeferredWork<Queries, { context: Context; id: string }> = {
  // Not an ID: no request has to wait for the result.
  keyOf: ({ id }) => `completion ${id}`,
  async run(db, reopened) {
    for (const [context, rows] of Map.groupBy(reopened, (row) => row.context)) {
      await completeFulfilled(
        { ...context, db },
        rows.map(({ id }) => id),
      );
    }
  },
};

/** Completes enrollments before the transaction commits, if they are open again and meet the conditions. */
export const reconsiderCompletion = (context: Context, ids: readonly string[]): Promise<void> =>
  context.db.defer(
    reconsidering,
    ids.map((id) => ({ context, id })),
  );
