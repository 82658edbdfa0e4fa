import { assignments } from "#database/statements/sql.ts";
import { addingUp } from "#domain/platform/rollups/add-up.ts";
import { countEnrolled } from "#domain/learning/enrollments/queries.ts";
import { completeFulfilled } from "#domain/learning/progress/completion.ts";
import { combineDrafts } from "#domain/learning/work-drafts/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { combineCertificates, combineQuizAttempts, combineSubmissions } from "./combine-exercises.ts";
import { combineProgress } from "./combine-progress.ts";
import { combineTerms, type Terms } from "./combined-terms.ts";
import { pointLines } from "./move-purchases.ts";
import type { Counts, Ids } from "./move-rows.ts";
import { storePercent } from "#domain/learning/progress/progress-percent.ts";
import { dropFiles } from "#domain/files/files/keep-file.ts";

interface Row extends Terms {
  id: string;
  courseId: string;
}

/**
 * The surviving member gets the enrollments. Two enrollments in one course become one, with the progress of both. One
 * that meets the conditions of its course by that is completed.
 */
export async function moveEnrollments(context: Context, ids: Ids): Promise<Counts> {
  const { db, site, now } = context;
  const { fromId, intoId } = ids;
  const [own, theirs] = [await lockEnrollments(context, intoId), await lockEnrollments(context, fromId)];
  const pairs = theirs.flatMap((their) => {
    const same = own.find(({ courseId }) => courseId === their.courseId);
    return same ? [{ own: same, their }] : [];
  });
  for (const pair of pairs) await combine(context, pair.own, pair.their);
  await pointLines(
    context,
    ids,
    pairs.map((pair) => [pair.own.id, pair.their.id]),
  );
  const moved = await db.run`
    update enrollments set student_id = ${intoId}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and student_id = ${fromId}`;
  const combined = pairs.map((pair) => pair.own);
  await storePercent(context, combined);
  await completeFulfilled(
    context,
    combined.map(({ id }) => id),
  );
  return { moved, combined: pairs.length };
}

const lockEnrollments = ({ db, site }: Context, studentId: string): Promise<Row[]> =>
  db.many<Row>`
    select id, course_id, status, source, source_id, plan_id, starts_at, expires_at, enrolled_at, completed_at,
           revoked_at, revoke_reason, revoked_for, external_id, metadata, unlocked, deleted_at, last_lecture_id,
           last_position_seconds, last_activity_at, last_watched_at
      from enrollments where site_id = ${site.id} and student_id = ${studentId}
     order by id for no key update`;

async function combine(context: Context, own: Row, theirs: Row): Promise<void> {
  const { db, site, now } = context;
  const pair = { ownId: own.id, theirId: theirs.id };
  await combineProgress(context, pair);
  await combineQuizAttempts(context, pair);
  await combineSubmissions(context, pair);
  await dropFiles(context, await combineDrafts(context, pair.ownId, pair.theirId));
  await combineCertificates(context, pair);
  await db.run`
    update billing_agreements set enrollment_id = ${own.id}, updated_at = ${now}
     where site_id = ${site.id} and enrollment_id = ${theirs.id}`;
  await removeEnrollment(context, theirs.id);
  const terms = combineTerms(own, theirs, now);
  const { unlocked, metadata, ...plain } = termsOf(terms);
  const changes = {
    ...plain,
    metadata: JSON.stringify(metadata),
    unlocked: unlocked === null ? null : JSON.stringify(unlocked),
    updatedAt: now,
  };
  await db.run`
    update enrollments set ${assignments(changes)}, version = version + 1
     where site_id = ${site.id} and id = ${own.id}`;
  const by = [terms].filter(isCounted).length - [own, theirs].filter(isCounted).length;
  if (by !== 0) await countEnrolled(context, new Map([[own.courseId, by]]), now);
}

/** Enrollments that the course counts. */
const isCounted = ({ status, deletedAt }: Terms): boolean => status !== "revoked" && deletedAt === null;

const termsOf = ({ ...terms }: Terms & Partial<Row>): Terms => {
  delete terms.id;
  delete terms.courseId;
  return terms;
};

/** Deletes an enrollment without records and subtracts it from the analytics. */
const removeEnrollment = ({ db, site }: Context, id: string) =>
  db.run`
    with removed as (
      delete from enrollments where site_id = ${site.id} and id = ${id}
      returning course_id, counted_enrolled_at, counted_completed_at, counted_source
    ), entries as (
      select changes.counter, changes.at, facets.dimension, facets.key, '' as currency, -1 as value
        from removed
       cross join lateral (values ('enrollments', counted_enrolled_at), ('courses_completed', counted_completed_at))
         as changes (counter, at)
       cross join lateral (values ('', ''), ('course', course_id::text), ('source', counted_source))
         as facets (dimension, key)
       where changes.at is not null
    )
    ${addingUp(site)}`;
