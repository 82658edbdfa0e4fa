import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { getCurriculum } from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import { listAttachments } from "#domain/catalog/curriculum/attachments/list-attachments.ts";
import { lectureExpansions } from "#domain/catalog/curriculum/expansions.ts";
import { getLecture, listLectures } from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import { listSections } from "#domain/catalog/curriculum/sections/list-sections.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { database } from "../support/databases/database.ts";
import { explained, nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import { aSiteContext } from "./support.ts";

const aWholeLecture = expanding(getLecture, lectureExpansions);

/** A course with the maximum number of lectures, in twenty sections, with an attachment each. */
async function aFullCourse({ site, now }: RequestContext, slug: string) {
  const courseId = newId();
  await insertCourse({ db: database, site }, { id: courseId, slug, name: slug }, now);
  await database.run`
    insert into sections (site_id, id, course_id, title, position, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), ${courseId}, 'Section ' || number, number, ${now}, ${now}
      from generate_series(0, 19) as number`;
  const [common, rare] = [searchTermsFor(site, ["tide"]), searchTermsFor(site, ["mudflat"])];
  await database.run`
    insert into lectures (site_id, id, course_id, section_id, title, position, kind, status, search_terms, created_at,
                          updated_at)
    select ${site.id}, gen_random_uuid(), ${courseId}, sections.id, 'Lecture ' || number, number, 'text',
           case number when 7 then 'draft' else 'published' end,
           case number when 9 then ${rare}::text[] else ${common}::text[] end,
           ${now}::timestamptz - number * interval '1 minute', ${now}::timestamptz - number * interval '1 second'
      from sections, generate_series(0, 99) as number
     where sections.site_id = ${site.id} and sections.course_id = ${courseId}`;
  await database.run`
    insert into attachments (site_id, id, lecture_id, kind, title, text, position, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), lectures.id, 'text', 'Note', 'x', number, ${now}, ${now}
      from lectures, generate_series(0, 2) as number
     where lectures.site_id = ${site.id} and lectures.course_id = ${courseId}`;
  return courseId;
}

void test("Curriculum reads use indexes and read at most the rows of one course", async (t) => {
  const context = (await aSiteContext())();
  const courseId = await aFullCourse(context, "full");
  for (let other = 0; other < 9; other++) await aFullCourse(context, `other-${other}`);
  await database.run`analyze sections, lectures, attachments`;
  const one = (await database.first<{ id: string; sectionId: string }>`
    select id, section_id from lectures where site_id = ${context.site.id} and course_id = ${courseId} limit 1`)!;
  const course = formatId("course", courseId);
  const lecture = formatId("lecture", one.id);
  const sectionId = [formatId("section", one.sectionId)];
  const since = new Date(context.now.getTime() - 5_000).toISOString();

  const reads: [string, Operation, object, number, boolean][] = [
    ["sections in order", listSections, { course }, 21, false],
    ["sections last changed", listSections, { course, sort: ["-updated_at"] }, 21, false],
    ["newest lectures", listLectures, { course }, 60, true],
    ["lectures last changed", listLectures, { course, sort: ["-updated_at"] }, 60, true],
    ["lectures by position", listLectures, { course, sort: ["position"] }, 60, true],
    ["lectures changed since", listLectures, { course, sort: ["updated_at"], updatedAt: { gte: since } }, 500, false],
    ["lectures of a section", listLectures, { course, sectionId }, 2000, false],
    ["lectures that are drafts", listLectures, { course, status: ["draft"] }, 2000, false],
    ["lectures by a rare word", listLectures, { course, q: "mudfl" }, 2000, false],
    ["attachments in order", listAttachments, { lectureId: lecture }, 4, true],
    ["one lecture with expansions", aWholeLecture, { id: lecture, expand: ["attachments", "quiz"] }, 4, false],
    ["the whole tree", getCurriculum, { course, include: ["attachments", "quizzes", "assignments"] }, 6000, false],
  ];
  for (const [label, operation, requested, maxRows, inOrder] of reads) {
    await t.test(label, async () => {
      const plans: Plan[] = [];
      await perform(operation, { ...context, db: explained(plans, plans) }, requested);
      if (inOrder) {
        // The list itself is read last.
        const list = nodesOf(plans.at(-1)!);
        assert.ok(!list.some((node) => node["Node Type"].includes("Sort")), JSON.stringify(list[0]));
      }
      for (const plan of plans) {
        const nodes = nodesOf(plan);
        assert.ok(!nodes.some((node) => node["Node Type"] === "Seq Scan"), JSON.stringify(plan));
        const read = Math.max(...nodes.map(readBy));
        assert.ok(read <= maxRows, `${read} rows were read: ${JSON.stringify(plan)}`);
      }
    });
  }
});
