import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes, zipped } from "../../rest/support/imported-courses.ts";
import { imported } from "../../rest/support/imports.ts";
import { aCourse } from "../../rest/support/olx.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { formatId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { tarGzOf } from "../../support/data/tar.ts";
import { aSite } from "../../support/world.ts";
import { assertSame, exportedSite, importedSite } from "./support.ts";

void test("The archive of a site with a course of Open edX keeps its images and links within the course", async () => {
  const operator = await anOperator(scopes);
  const overview = '<p><img src="/static/bowline.png" alt="a knot"></p>';
  const source = operator.site;
  const file = await zipped(operator, tarGzOf({ ...aCourse, "course/about/overview.html": overview }), "course.tar.gz");
  assert.equal((await imported(operator, { format: "olx", file_id: file })).status, "succeeded");
  const archive = await exportedSite(source);
  const target = await aSite();
  const run = await importedSite(target, archive);
  assert.deepEqual(run.reported, []);
  await assertSame(archive, await exportedSite(target), run);
  const bodies = await database.many<{ body: string; courseId: string }>`
    select body_markdown as body, course_id from lectures where site_id = ${target.id} and body_markdown like '%/learn/%'`;
  assert.equal(bodies.length, 1);
  for (const [, id] of bodies[0]!.body.matchAll(/((?:fil|crs|lec)_[0-9a-z]{26})/g)) {
    const known = [...(await idsOf(target.id))];
    assert.ok(known.includes(id!), `${id} is not of the copy`);
  }
  assert.deepEqual((await importedSite(target, archive)).reported, []);
});

const idsOf = async (siteId: string): Promise<string[]> => {
  const rows = await database.many<{ kind: "course" | "lecture" | "file"; id: string }>`
    select 'course' as kind, id from courses where site_id = ${siteId}
    union all select 'lecture', id from lectures where site_id = ${siteId}
    union all select 'file', id from files where site_id = ${siteId}`;
  return rows.map(({ kind, id }) => formatId(kind, id));
};
