import type { Role } from "#access/roles.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { type Learner, reaches } from "./learner.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import { progressOfLecture } from "#domain/learning/progress/queries.ts";
import { opensAt, isUnlocked } from "#domain/learning/progress/course-progress.ts";

/** The reason why a lecture is locked: it opens later, or the member is not enrolled. */
export type Lock = Wait | { kind: "enrollment" };

export interface OutlineLecture extends Pick<
  LectureRecord,
  "id" | "title" | "kind" | "durationSeconds" | "isPreview" | "required" | "version"
> {
  completedAt: Date | null;
  /** True for lectures that count for progress, as `countsForProgress` selects them. */
  counts: boolean;
  /** Null if the lecture is open. */
  lock: Lock | null;
}

export interface OutlineSection {
  id: string;
  title: string;
  summary: string | null;
  lectures: OutlineLecture[];
}

/** Returns the published sections and lectures that are visible to a member, in order. */
export async function outlineFor(context: Context, learner: Learner): Promise<OutlineSection[]> {
  const rows = await listLectures(context, learner);
  const waits = learner.isStaff ? [] : await waitsFor(context, learner, rows);
  const unlocked = learner.enrollment?.unlocked ?? null;
  const waitOf = (row: Row, index: number) => (isUnlocked(unlocked, row) ? null : (waits[index] ?? null));
  const lectures = rows.map((row, index) => ({
    ...row,
    counts: row.required && (row.minRole ?? "student") === "student",
    lock: lockOf(learner, row, waitOf(row, index)),
  }));
  const sections = Map.groupBy(lectures, ({ sectionId }) => sectionId);
  return [...sections].map(([id, of]) => {
    const { section: title, summary } = itemAt(of, 0);
    return { id, title, summary, lectures: of };
  });
}

/** Counts those of a member's lectures that count for progress. */
export function progressIn(lectures: readonly Pick<OutlineLecture, "completedAt" | "counts">[]) {
  const counting = lectures.filter(({ counts }) => counts);
  return { completed: counting.filter(({ completedAt }) => completedAt !== null).length, total: counting.length };
}

/** True if the member has completed all lectures of a section that count for progress. */
export function isCompleted({ lectures }: OutlineSection): boolean {
  const { completed, total } = progressIn(lectures);
  return total > 0 && completed === total;
}

/**
 * Returns the lecture to continue with: the last opened one unless it is completed, otherwise the next open lecture
 * that is not completed.
 */
export function nextOf(outline: readonly OutlineSection[], { enrollment }: Learner): OutlineLecture | undefined {
  const lectures = outline.flatMap((section) => section.lectures);
  const last = lectures.findIndex(({ id }) => id === enrollment?.lastLectureId);
  const isToDo = ({ lock, completedAt }: OutlineLecture) => lock === null && completedAt === null;
  return lectures.slice(Math.max(0, last)).find(isToDo) ?? lectures.find(isToDo);
}

function lockOf({ isStaff, isEnrolled }: Learner, { isPreview }: Row, wait: Wait | null): Lock | null {
  if (isStaff || isPreview) return null;
  return isEnrolled ? wait : { kind: "enrollment" };
}

interface Row extends Pick<
  LectureRecord,
  "id" | "title" | "kind" | "durationSeconds" | "isPreview" | "required" | "drip" | "version"
> {
  minRole: Role | null;
  sectionId: string;
  section: string;
  summary: string | null;
  sectionDrip: LectureRecord["drip"];
  completedAt: Date | null;
}

async function listLectures({ db, site }: Context, { course, enrollment, roles, isStaff }: Learner): Promise<Row[]> {
  // Without an enrollment there is no join: a condition that no row meets would hide the site from a cluster.
  const progress = enrollment
    ? {
        column: sql`progress.completed_at`,
        join: sql`left join ${progressOfLecture(site.id, enrollment.id, sql`lectures.id`)} on true`,
      }
    : { column: sql`null::timestamptz as completed_at`, join: sql`` };
  const rows = await db.many<Row>`
    select lectures.id, lectures.title, lectures.kind, lectures.duration_seconds, lectures.is_preview,
           lectures.required, lectures.drip, lectures.version, lectures.min_role, sections.id as section_id,
           sections.title as section, sections.summary, sections.drip as section_drip, ${progress.column}
      from sections
     cross join ${table("lectures").under(site.id, "section_id", sql`sections.id`)}
      ${progress.join}
     where sections.site_id = ${site.id} and sections.course_id = ${course.id}
       and sections.status = 'published' and ${table("sections").present}
       and lectures.status = 'published' and lectures.deleted_at is null
     order by sections.position, sections.id, lectures.position, lectures.id`;
  return isStaff ? rows : rows.filter(({ minRole }) => reaches(roles, minRole));
}

async function waitsFor(
  context: Context,
  { course, enrollment, membership, isEnrolled }: Learner,
  rows: readonly Row[],
) {
  const begun = enrollment ?? membership;
  if (course.drip.mode === "none" || !begun || !isEnrolled) return [];
  const access = { startsAt: begun.startsAt, timeZone: await timeZoneOf(context) };
  return waitsOf(rows, course.drip, access, context.now);
}

const timeZoneOf = async ({ db, site }: Context): Promise<string> =>
  (await db.first<{ timeZone: string }>`select time_zone from schools where site_id = ${site.id}`)?.timeZone ?? "UTC";

/**
 * The reason why a lecture is locked for an enrolled member: its opening date, or a previous lecture that must be
 * completed first.
 */
type Wait = { kind: "until"; opensAt: Date } | { kind: "order" };

interface Dripped extends Pick<LectureRecord, "required" | "drip"> {
  sectionDrip: LectureRecord["drip"];
  completedAt: Date | null;
}

/** Returns the lock of each lecture, in order. Null means open. */
function waitsOf(
  lectures: readonly Dripped[],
  drip: CourseRecord["drip"],
  access: { startsAt: Date; timeZone: string },
  now: Date,
): (Wait | null)[] {
  let isOrdered = false;
  return lectures.map((lecture): Wait | null => {
    const waitsForOthers = isOrdered && lecture.completedAt === null;
    // In sequential mode, optional lectures do not lock the following ones.
    if (drip.mode === "sequential" && lecture.required && lecture.completedAt === null) isOrdered = true;
    const opening = opensAt(drip, { section: lecture.sectionDrip, lecture: lecture.drip }, access);
    if (opening && opening > now) return { kind: "until", opensAt: opening };
    return waitsForOthers ? { kind: "order" } : null;
  });
}
