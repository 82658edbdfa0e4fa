import assert from "node:assert/strict";
import { test } from "node:test";
import { exportedOperations } from "../support/data/exported-operations.ts";
import { migrationFiles, sourceFiles } from "../support/data/source-tree.ts";

const files = sourceFiles();

/** Callers outside of any request: only their audit entries have no address and no request id. */
const outsideOfRequests: Record<string, string> = {
  "cli/terminal/caller.ts": "a command runs on the machine itself",
  "demo/plant-demo.ts": "the demo is created at the start of the server",
  "domain/webhooks/pump.ts": "deliveries are triggered by time, not by requests",
  "domain/people/members/own-sites.ts": "a site does not learn the address of an action at another one",
  "domain/platform/system-context.ts": "scheduled and queued jobs run outside of requests",
  "domain/site/sites/create-site.ts": "sites are created by commands",
  "oauth/integrations/replace-integration.ts":
    "integrations are changed by commands, at every site with a client of them",
};

void test("The code only inserts into the audit log, except for retention and erasure", () => {
  const changes =
    /\b(?:update|delete\s+from|truncate(?:\s+table)?|drop\s+table)\s+(?:only\s+)?audit_entries\b|\bdeleteOldest\("audit_entries"\)/i;
  const overwrites = /\binto\s+audit_entries\b(?:(?!`).)*\bdo\s+update\b/is;
  const violations = [...files, ...migrationFiles()].filter(({ text }) => changes.test(text) || overwrites.test(text));
  assert.deepEqual(
    violations.map(({ path }) => path),
    [
      "domain/background/schedules/purge-by-retention.ts",
      "domain/privacy/erase-from-records.ts",
      "domain/privacy/erase-reasons.ts",
    ],
  );
  for (const faulty of [
    "delete from audit_entries where",
    "UPDATE audit_entries\nset",
    "truncate table audit_entries",
    'remove: deleteOldest("audit_entries"),',
    "insert into audit_entries ${rows(entry)} on conflict (site_id, id)\n do update set details = '{}'",
  ])
    assert.ok(changes.test(faulty) || overwrites.test(faulty), faulty);
});

void test("Every operation that writes has an audit entry, or the reason why it has none", async () => {
  const operations = await exportedOperations();
  assert.ok(operations.length > 600, "Operations were not found.");
  const silent = operations.filter((one) => one.writes && !one.audit && (one.unaudited ?? "").length < 10);
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  );
});

void test("The code uses an empty request context only without a request, so that audit entries name their origin", () => {
  const acting = files.filter(({ text }) => /\b(?:requestId|address): null\b/.test(text)).map(({ path }) => path);
  assert.deepEqual(
    acting.filter((path) => !/^domain\/(?:background|.+\/jobs)\//.test(path)).toSorted(),
    Object.keys(outsideOfRequests).toSorted(),
  );
});
