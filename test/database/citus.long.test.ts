import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";

const root = path.join(import.meta.dirname, "../..");
const url = process.env["CITUS_URL"];

/** One file or two per kind of work. `npm run test:server -- $CITUS_URL` runs all. */
const flow = [
  "test/pages/sign-in/sign-up.test.ts",
  "test/oauth/flow.test.ts",
  "test/oauth/refresh.test.ts",
  "test/member/viewer.test.ts",
  "test/rest/people/members.test.ts",
  "test/rest/learning/progress.test.ts",
  "test/rest/sales/orders.test.ts",
  "test/rest/transfer/exports.test.ts",
  "test/rest/people/privacy.test.ts",
  "test/rest/files/uploads.test.ts",
  "test/rest/analytics/analytics.test.ts",
  "test/mcp/end-to-end.test.ts",
];

void test(
  "On a Citus cluster people sign up, learn and buy, and exports, erasure, purges and rollups work",
  { skip: url === undefined && "CITUS_URL is not set: the address of a database on the coordinator of a cluster" },
  async () => {
    const runner = path.join(root, "test/run.ts");
    const child = spawn(process.execPath, [runner, "--server", url ?? "", ...flow], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      // The runner of this file would collect the results of the child.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    });
    const ended = once(child, "close") as Promise<[number | null]>;
    const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    assert.equal(status, 0, `${stdout.slice(-20_000)}\n${stderr.slice(-2000)}`);
  },
);
