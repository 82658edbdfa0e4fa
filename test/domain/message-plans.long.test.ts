import assert from "node:assert/strict";
import { test } from "node:test";
import { nextRecipients } from "#domain/people/messages/audience.ts";
import { generate } from "../../bench/generate/generate.ts";
import { database } from "../support/databases/database.ts";
import { explained, nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import { aSiteContext } from "./support.ts";

const members = 6000;
const enrollments = 5;
/** Rows of 500 students: to find them, an enrollment without recent activity, and one with it. */
const maxRows = 500 * enrollments * 3 + 1000;

void test("One step of a message to inactive students reads the rows of that step, at any size", async (t) => {
  const context = (await aSiteContext())();
  const { site, now } = context;
  await generate(database, { siteId: site.id, members, enrollments, seed: 11 });
  const course = await database.one<{ id: string }>`
    select course_id as id from enrollments where site_id = ${site.id} group by course_id order by count(*) desc limit 1`;
  // All but a few are active: a step that looked for 500 inactive students would read the whole school.
  await database.run`
    update enrollments set status = 'active', last_activity_at = ${now}, enrolled_at = ${now}, starts_at = ${now},
           expires_at = null, deleted_at = null
     where site_id = ${site.id}`;
  await database.pool.query("vacuum members, enrollments");
  const inactiveSince = new Date(now.getTime() - 14 * 86_400_000).toISOString();
  const audiences = { "all courses": {}, "one course": { courseId: course.id } };
  for (const statistics of ["without", "with"]) {
    if (statistics === "with") await database.pool.query("vacuum (analyze) members, enrollments");
    for (const [name, of] of Object.entries(audiences)) {
      await t.test(`${name}, ${statistics} statistics`, async () => {
        const plans: Plan[] = [];
        const scope = { db: explained(plans), site };
        const step = await nextRecipients(
          scope,
          { kind: "inactive", inactiveSince, ...of },
          { asOf: now, after: null },
        );
        assert.deepEqual(step.ids, []);
        assert.equal(step.last !== undefined, name === "all courses", "Further steps follow.");
        const read = plans.flatMap(nodesOf).filter((node) => node["Relation Name"] !== undefined);
        const rows = read.reduce((sum, node) => sum + readBy(node), 0);
        assert.ok(
          rows <= maxRows,
          `${rows} rows: ${read.map((node) => `${node["Index Name"] ?? node["Node Type"]} ${readBy(node)}`).join()}`,
        );
      });
    }
  }
});
