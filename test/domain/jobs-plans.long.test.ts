import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { listJobResults, listJobs } from "#domain/platform/jobs/job-operations.ts";
import { perform } from "#domain/platform/operation.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { database } from "../support/databases/database.ts";
import { explained, nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import { aSiteContext } from "./support.ts";

const count = 20_000;

void describe("A list of jobs", () => {
  let context: RequestContext;
  const jobId = newId();

  before(async () => {
    context = (await aSiteContext())();
    const { site, now } = context;
    // One job in a thousand is queued; one job has thousands of failed rows.
    await database.run`
      insert into jobs (site_id, id, kind, format, status, created_at, updated_at)
      select ${site.id}, gen_random_uuid(), 'import', 'course_folder',
             case when number % 1000 = 0 then 'queued' else 'succeeded' end,
             ${now}::timestamptz - make_interval(secs => number), ${now}::timestamptz - make_interval(secs => number)
        from generate_series(1, ${count}::integer) as number`;
    await database.run`
      insert into jobs (site_id, id, kind, format, created_at, updated_at)
      values (${site.id}, ${jobId}, 'import', 'course_folder', ${now}, ${now})`;
    await database.run`
      insert into job_results (site_id, id, job_id, row_number, name, error, created_at)
      select ${site.id}, gen_random_uuid(), ${jobId}, number, 'a.md', '{"code": "conflict", "detail": "x"}', ${now}
        from generate_series(1, ${count}::integer) as number`;
    await database.pool.query("analyze jobs, job_results");
  });

  const lists: [string, typeof listJobs | typeof listJobResults, object][] = [
    ["the newest", listJobs, {}],
    ["the first", listJobs, { sort: ["created_at"] }],
    ["last changed", listJobs, { sort: ["-updated_at"] }],
    ["queued", listJobs, { status: ["queued"] }],
    ["failed rows", listJobResults, { id: formatId("job", jobId) }],
  ];
  for (const [name, operation, input] of lists) {
    void test(`${name}: reads few more rows than it returns`, async () => {
      const plans: Plan[] = [];
      const requested = { ...input, limit: 20 };
      const page = (await perform(
        operation as typeof listJobs,
        { ...context, db: explained(plans, plans) },
        requested,
      )) as {
        data: unknown[];
      };
      assert.equal(page.data.length, 20);
      for (const node of plans.flatMap(nodesOf)) {
        assert.notEqual(node["Node Type"], "Seq Scan", JSON.stringify(node));
        // With several statuses, the few matching jobs need a sort.
        if (!("status" in input)) assert.notEqual(node["Node Type"], "Sort", JSON.stringify(node));
        assert.ok(readBy(node) <= 100, JSON.stringify(node));
      }
    });
  }
});
