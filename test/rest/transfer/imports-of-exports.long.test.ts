import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { scopeNames, scopes } from "#access/scopes.ts";
import { recordNames } from "#domain/transfer/imports/records/record-imports.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { type AFile, sendFile } from "../../support/worlds/uploads.ts";
import { exported } from "../support/exported.ts";
import { countsOf, faultsOf, imported } from "../support/imports.ts";
import { type Operator, operatorOf } from "../support/operator.ts";

const everything = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");

void describe("An export", () => {
  let operator: Operator;
  before(async () => {
    const inhabited = await anInhabitedSite("Returning");
    operator = await operatorOf(inhabited.site, everything);
  });

  for (const format of ["csv", "ndjson"] as const) {
    void test(`can be imported from ${format}, resource by resource of one archive, and changes nothing`, async () => {
      const { bytes } = await exported(operator, { resources: recordNames, format });
      const archive = await sendFile(operator, bytes, { purpose: "import" }, { name: "export.zip" });
      assertStatus(archive, 201);
      const { id } = archive.json<AFile>();
      for (const resource of recordNames) {
        const job = await imported(operator, { format, resource, file_id: id });
        assert.deepEqual([job.error, await faultsOf(operator, job)], [null, []], resource);
        assert.ok(job.progress.total > 0, `There are no ${resource}: the test proves nothing.`);
        assert.deepEqual(countsOf(job), [0, 0, job.progress.processed, 0], resource);
      }
    });
  }
});
