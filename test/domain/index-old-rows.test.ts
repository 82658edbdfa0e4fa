import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { findCourse, insertCourse } from "#domain/catalog/courses/queries.ts";
import { listLectures } from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { indexOldRows } from "#domain/background/old-rows/index-old-rows.ts";
import { perform } from "#domain/platform/operation.ts";
import { database } from "../support/database.ts";
import { root } from "../support/source-tree.ts";
import { aSiteContext } from "./support.ts";

const migration = readFileSync(path.join(root, "src/database/migrations/0023-listed-by.sql"), "utf8");

void test("A job indexes courses and lectures that predate search, and their content stays unchanged", async () => {
  const context = (await aSiteContext())();
  const { site, now } = context;
  const [courseId, sectionId, lectureId] = [newId(), newId(), newId()];
  const course = {
    id: courseId,
    slug: "knots",
    name: "Bowlines",
    tags: ["rope"],
    descriptionMarkdown: "Tie **them**.",
  };
  await insertCourse(context, course, now);
  await insertSection(context, { id: sectionId, courseId, title: "One", position: 0 }, now);
  const lecture = { id: lectureId, courseId, sectionId, title: "Sheepshank", position: 0, kind: "text" } as const;
  await insertLecture(context, lecture, now);
  const before = await findCourse(context, { id: courseId });
  await database.run`
    update courses set search_terms = '{}', description_html = '' where site_id = ${site.id} and id = ${courseId}`;
  await database.run`update lectures set search_terms = '{}' where site_id = ${site.id} and id = ${lectureId}`;
  for (const statement of migration.match(/^update .*;$/gm)!) {
    await database.pool.query(statement.replace(";", ` and site_id = '${site.id}'`));
  }
  const search = async () => {
    const found = await perform(listCourses, { ...context, caller: { kind: "cli" } }, { q: "bowl" });
    const tagged = await perform(listCourses, { ...context, caller: { kind: "cli" } }, { tag: ["rope"] });
    const requested = { course: formatId("course", courseId), q: "sheep" };
    const lectures = await perform(listLectures, { ...context, caller: { kind: "cli" } }, requested);
    return [found.data.length, tagged.data.length, lectures.data.length];
  };
  assert.deepEqual(await search(), [0, 0, 0]);
  assert.ok((await indexOldRows(database)) >= 2);
  assert.deepEqual(await search(), [1, 1, 1]);
  assert.deepEqual(await findCourse(context, { id: courseId }), before);
  assert.equal(await indexOldRows(database), 0);
});
