import { table } from "#database/table/table.ts";
import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { enrollmentEvent } from "#domain/learning/enrollments/enrollment.ts";
import { requireLockedEnrollment } from "#domain/learning/enrollments/queries.ts";
import type { Unlocked } from "./course-progress.ts";

const idsOf = (kind: "section" | "lecture") =>
  z
    .array(Id(kind))
    .max(500)
    .transform((ids) => [...new Set(ids)]);

export const replaceUnlocks = operation({
  name: "replaceUnlocks",
  summary: "Replace the unlocked lectures of an enrollment",
  description: "Unlocks the whole course, some lectures or none before their scheduled release, for this student only.",
  writes: "students:write",
  input: z.object({
    id: Id("enrollment"),
    all: z.boolean().default(false),
    sectionIds: idsOf("section").default([]),
    lectureIds: idsOf("lecture").default([]),
  }),
  output: z
    .object({
      object: z.literal("enrollment_unlocks"),
      enrollmentId: Id("enrollment"),
      all: z.boolean(),
      sectionIds: z.array(Id("section")),
      lectureIds: z.array(Id("lecture")),
    })
    .meta({ id: "EnrollmentUnlocks" }),
  async run(context, { id, all, sectionIds, lectureIds }) {
    const existing = await requireLockedEnrollment(context, id);
    if (all && sectionIds.length + lectureIds.length > 0) {
      throw validationFailed("/all", "exclusive", "`all` unlocks everything. Omit section_ids and lecture_ids.");
    }
    requireAll("/sectionIds", "section", sectionIds, await sectionsIn(context, existing.courseId, sectionIds));
    requireAll("/lectureIds", "lecture", lectureIds, await lecturesIn(context, existing.courseId, lectureIds));
    const isNone = sectionIds.length + lectureIds.length === 0;
    await storeUnlocked(context, id, all ? { all: true } : isNone ? null : { sectionIds, lectureIds });
    await recordEvent(context, enrollmentEvent("enrollment.updated", existing));
    return { object: "enrollment_unlocks" as const, enrollmentId: id, all, sectionIds, lectureIds };
  },
  audit: (_input, { enrollmentId, all, sectionIds, lectureIds }) => ({
    resourceType: "enrollment",
    resourceId: formatId("enrollment", enrollmentId),
    details: { all, sections: sectionIds.length, lectures: lectureIds.length },
  }),
});

function requireAll(
  pointer: string,
  kind: "section" | "lecture",
  requested: readonly string[],
  found: { id: string }[],
) {
  const existingIds = new Set(found.map(({ id }) => id));
  const [index, id] = requested.entries().find(([, one]) => !existingIds.has(one)) ?? [];
  if (id === undefined) return;
  const detail = `The course has no ${kind} with the ID ${formatId(kind, id)}.`;
  throw validationFailed(`${pointer}/${index}`, "not_found", detail);
}

const sectionsIn = ({ db, site }: Context, courseId: string, ids: readonly string[]) =>
  db.many<{ id: string }>`
    select id from sections
     where site_id = ${site.id} and course_id = ${courseId} and id = any(${ids}::uuid[]) and ${table("sections").present}`;

const lecturesIn = ({ db, site }: Context, courseId: string, ids: readonly string[]) =>
  db.many<{ id: string }>`
    select id from lectures
     where site_id = ${site.id} and course_id = ${courseId} and id = any(${ids}::uuid[]) and ${table("lectures").present}`;

const storeUnlocked = ({ db, site, now }: Context, id: string, unlocked: Unlocked) =>
  db.run`
    update enrollments
       set unlocked = ${unlocked === null ? null : JSON.stringify(unlocked)}::jsonb, updated_at = ${now},
           version = version + 1
     where site_id = ${site.id} and id = ${id}`;
