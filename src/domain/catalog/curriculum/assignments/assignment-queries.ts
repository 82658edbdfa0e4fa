import { assignments, sql } from "#database/statements/sql.ts";
import { columnsOf, defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { ofLectures } from "#domain/catalog/curriculum/lectures/of-lectures.ts";
import type { AssignmentFields, AssignmentRecord } from "./assignment.ts";

const columns = sql`${columnsOf("assignments")}, assignments.deleted_at`;

export const findAssignment = ({ db, site }: SiteScope, lectureId: string): Promise<AssignmentRecord | undefined> =>
  db.first<AssignmentRecord>`
    select ${columns} from assignments
     where site_id = ${site.id} and lecture_id = ${lectureId} and deleted_at is null`;

/** Returns the assignments of several lectures. */
export const listAssignmentsIn = (
  { db, site }: SiteScope,
  lectureIds: readonly string[],
): Promise<AssignmentRecord[]> =>
  db.many<AssignmentRecord>`
    select ${columns} from ${ofLectures(sql`assignments`, site.id, lectureIds)}`;

/** Finds the assignment of a lecture, including deleted ones, which submissions keep. */
export const findStoredAssignment = (
  { db, site }: SiteScope,
  lectureId: string,
): Promise<AssignmentRecord | undefined> =>
  db.first<AssignmentRecord>`
    select ${columns} from assignments where site_id = ${site.id} and lecture_id = ${lectureId}`;

/** Finds the assignment of a lecture, including deleted ones, and locks it. */
export const lockAssignment = ({ db, site }: SiteScope, lectureId: string): Promise<AssignmentRecord | undefined> =>
  db.first<AssignmentRecord>`
    select ${columns} from assignments where site_id = ${site.id} and lecture_id = ${lectureId} for no key update`;

export const { insert: insertAssignment } = defineTable<never, AssignmentFields & { lectureId: string }>(
  "assignments",
  {
    lists: ["rubric"],
  },
);

export async function updateAssignment(
  { db, site }: SiteScope,
  lectureId: string,
  { rubric, ...changes }: Partial<Omit<AssignmentRecord, "version">>,
  now: Date,
): Promise<void> {
  const set = { ...changes, ...(rubric && { rubric: JSON.stringify(rubric) }), updatedAt: now };
  await db.run`
    update assignments set ${assignments(set)}, version = version + 1
     where site_id = ${site.id} and lecture_id = ${lectureId}`;
}
