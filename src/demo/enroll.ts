import type { SiteScope } from "#domain/platform/context.ts";
import { countEnrolled, insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { recordProgress } from "#domain/learning/progress/queries.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { DemoEnrollment } from "./content/school-files.ts";
import { storePercent } from "#domain/learning/progress/progress-percent.ts";

const [hour, day] = [3_600_000, 86_400_000];

/** The position in completed lectures, less than any of them lasts. */
const secondsIntoDone = 15;

/** Created courses by slug, with their lecture ids in order. */
type Taught = ReadonlyMap<string, { courseId: string; lectureIds: string[] }>;

export async function readTaught({ db, site }: SiteScope): Promise<Taught> {
  const found = await db.many<{ slug: string; courseId: string; lectureIds: string[] }>`
    select courses.slug, courses.id as course_id,
           array_agg(lectures.id order by sections.position, lectures.position) as lecture_ids
      from courses
      join sections on sections.site_id = ${site.id} and sections.course_id = courses.id
      join lectures on lectures.site_id = ${site.id} and lectures.section_id = sections.id
     where courses.site_id = ${site.id}
     group by courses.id, courses.slug`;
  return new Map(found.map(({ slug, ...course }) => [slug, course]));
}

/** Enrolls a student who has completed one lecture a day, the last one yesterday. */
export async function enroll(
  scope: SiteScope,
  studentId: string,
  { course, daysAgo, expiresInDays, completed = 0, secondsIntoNext }: DemoEnrollment,
  taught: Taught,
  now: Date,
): Promise<void> {
  const { courseId, lectureIds } = mustGet(taught, course);
  const enrolledAt = new Date(now.getTime() - daysAgo * day);
  const expiresAt = expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * day);
  const enrollment = { id: newId(), studentId, courseId, enrolledAt, startsAt: enrolledAt, expiresAt };
  await insertEnrollment(scope, enrollment, enrolledAt);
  await countEnrolled(scope, new Map([[courseId, 1]]), now);

  const begun = lectureIds.slice(0, completed + (secondsIntoNext === undefined ? 0 : 1));
  for (const [index, lectureId] of begun.entries()) {
    const openedAt = new Date(now.getTime() - (begun.length - index) * day);
    const positionSeconds = index < completed ? secondsIntoDone : secondsIntoNext;
    const event = { enrollmentId: enrollment.id, lectureId };
    await recordProgress(
      { ...scope, now: openedAt },
      { ...event, kind: "position", positionSeconds, occurredAt: openedAt },
    );
    if (index >= completed) continue;
    const doneAt = new Date(openedAt.getTime() + hour);
    await recordProgress({ ...scope, now: doneAt }, { ...event, kind: "completed", occurredAt: doneAt });
  }
  await storePercent(scope, [enrollment]);
}
