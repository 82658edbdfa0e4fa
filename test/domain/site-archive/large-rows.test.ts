import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { rounds } from "../../support/thorough.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { assertSame, exportedSite, importedSite } from "./support.ts";

/** A lecture has at most 100,000 characters. */
const longest = "A bowline does not slip. ".repeat(4000);

async function aCourseOf(site: ASite, lectures: number): Promise<void> {
  const scope = { db: database, site: site.site };
  const [courseId, sectionId] = [newId(), newId()];
  const course = { id: courseId, slug: "knots", name: "Knots", language: "en", position: 0, descriptionMarkdown: "" };
  await insertCourse(scope, course, now());
  await insertSection(scope, { id: sectionId, courseId, title: "All", position: 0 }, now());
  for (let position = 0; position < lectures; position++) {
    const lecture = { id: newId(), courseId, sectionId, title: `Knot ${position}`, position, kind: "text" } as const;
    await insertLecture(scope, { ...lecture, bodyMarkdown: longest }, now());
  }
}

void test("A course with very long texts is exported and imported", async () => {
  const source = await aSite();
  await aCourseOf(source, rounds(45, 180));
  const archive = await exportedSite(source);
  const target = await aSite();
  const run = await importedSite(target, archive);
  assert.deepEqual([run.reported, run.counts["courses"]?.created], [[], 1]);
  await assertSame(archive, await exportedSite(target), run);
});

void test("Students of groups and grants of products are rows of their own, because their number is not limited", async () => {
  const source = await aSite();
  const members = [await source.member(), await source.member(), await source.member()];
  const dates = { createdAt: now(), updatedAt: now() };
  for (const [index, name] of ["Port", "Starboard"].entries()) {
    const [groupId, productId] = [newId(), newId()];
    const ids = { siteId: source.id, id: groupId };
    const people = members.slice(index);
    await database.run`insert into groups ${rows({ ...ids, name, studentCount: people.length, ...dates })}`;
    const product = { siteId: source.id, id: productId, name, slug: name.toLowerCase() };
    await database.run`insert into digital_products ${rows({ ...product, ...dates })}`;
    for (const { id: memberId } of people) {
      await database.run`
        insert into group_members ${rows({ siteId: source.id, groupId, memberId, createdAt: now() })}`;
      const grant = { id: newId(), productId, memberId, source: "purchase", grantedAt: now() };
      await database.run`insert into digital_product_grants ${rows({ siteId: source.id, ...grant, ...dates })}`;
    }
  }
  const archive = await exportedSite(source);
  const target = await aSite();
  const run = await importedSite(target, archive);
  assert.deepEqual(run.reported, []);
  for (const name of ["group_students", "digital_product_grants"]) assert.equal(run.counts[name]?.created, 5);
  await assertSame(archive, await exportedSite(target), run);
  const again = await importedSite(target, archive);
  for (const name of ["group_students", "digital_product_grants"]) assert.equal(again.counts[name]?.unchanged, 5);
});
