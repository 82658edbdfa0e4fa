import { test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../support/assert-status.ts";
import { anOperator } from "../rest/support/operator.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { assertQuickJob } from "./support/turns.ts";

void test("No export of long rows blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await anOperator("school:read school:write forms:read");
  const { id: siteId } = operator.site.site;
  const [formId, createdAt] = [newId(), now()];
  const dates = { createdAt, updatedAt: createdAt };
  await database.run`insert into forms ${rows({ siteId, id: formId, name: "Log", slug: "log", ...dates })}`;
  // As long as the form with the longest answers.
  const answers = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`a${at}`, 'x"\n漢'.repeat(3750)]));
  const first = { siteId, id: newId(), formId, answers, ...dates };
  await database.run`insert into form_submissions ${rows(first)}`;
  await database.run`
    insert into form_submissions (site_id, id, form_id, answers, created_at, updated_at)
    select site_id, gen_random_uuid(), form_id, answers, created_at, updated_at
      from form_submissions, generate_series(1, 39) where site_id = ${siteId}`;
  const server = await measuredServer();
  for (const format of ["csv", "ndjson"]) {
    await assertQuickJob(`Exporting as ${format}`, async () => {
      const response = await operator.post("/exports", { resources: ["form_submissions"], format });
      assertStatus(response, 202);
      return server.runJob(siteId, parseId("job", response.json<{ id: string }>().id)!);
    });
  }
});
